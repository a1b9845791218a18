internal import CLinux
internal import QuickConnectPlugin
internal import Synchronization

/// The request records of a controller: each thread keeps a few ready, so that a request takes and gives one without a lock.
// `free`, `all` and `countCapacity` stand under `lock`; records belong to whoever took them.
final class RecordPool: @unchecked Sendable {
    /// How many free records a thread keeps; the rest go back to the controller.
    private static let keptByThread: UInt64 = 8

    private let lock = Lock()
    private let limits: Limits
    private let owner: UInt64
    private let routes: PublishedRoutes
    private let nextNumber = Atomic<UInt64>(1)
    private var free: RecordPointer?
    private var all: [RecordPointer] = []
    /// How many classes the newest records count.
    private var countCapacity = 64

    init(owner: UInt64, limits: Limits, routes: PublishedRoutes) {
        self.owner = owner
        self.routes = routes
        self.limits = limits
        LivePools.add(self, owner)
    }

    deinit {
        LivePools.remove(owner)
        for record in all {
            record.deinitialize(count: 1)
            record.deallocate()
        }
    }

    /// A record for a new request, with a number of its own.
    @inline(__always)
    func take(_ controller: FrontController) -> RecordPointer {
        let thread = qc_thread_records_here()
        guard thread.pointee.controller == owner, let free = thread.pointee.free else { return takeShared(controller) }
        let record = free.assumingMemoryBound(to: RequestRecord.self)
        thread.pointee.free = UnsafeMutableRawPointer(record.pointee.next)
        thread.pointee.count &-= 1
        number(record)
        return record
    }

    /// Takes back the record of a request that has ended.
    @inline(__always)
    func give(back record: RecordPointer) {
        record.unpin()
        record.reset()
        routes.unpinned(self)
        let thread = qc_thread_records_here()
        guard thread.pointee.controller == owner, thread.pointee.count < RecordPool.keptByThread else {
            return giveShared(record)
        }
        record.pointee.next = thread.pointee.free?.assumingMemoryBound(to: RequestRecord.self)
        thread.pointee.free = UnsafeMutableRawPointer(record)
        thread.pointee.count &+= 1
    }

    /// Numbers are set aside by the thousand, so that threads do not meet at one counter.
    @inline(__always)
    private func number(_ record: RecordPointer) {
        if record.pointee.number == record.pointee.lastNumber {
            let first = nextNumber.add(1024, ordering: .relaxed).oldValue
            record.pointee.number = first
            record.pointee.lastNumber = first + 1023
        } else {
            record.pointee.number &+= 1
        }
    }

    @inline(never)
    private func takeShared(_ controller: FrontController) -> RecordPointer {
        adoptThread()
        let known = lock.locked { () -> RecordPointer? in
            guard let record = free else { return nil }
            free = record.pointee.next
            return record
        }
        let record = known ?? make(controller)
        number(record)
        return record
    }

    private func make(_ controller: FrontController) -> RecordPointer {
        let record = RecordPointer.allocate(capacity: 1)
        let capacity = lock.locked { countCapacity }
        record.initialize(
            to: RequestRecord(
                controller: Unmanaged.passUnretained(controller), limits: limits, countCapacity: capacity))
        record.prepare()
        lock.locked { all.append(record) }
        return record
    }

    @inline(never)
    private func giveShared(_ record: RecordPointer) {
        lock.locked {
            record.pointee.next = free
            free = record
        }
    }

    /// Makes this thread's list the controller's. A list of another controller goes back to it.
    private func adoptThread() {
        let thread = qc_thread_records_here()
        guard thread.pointee.controller != owner else { return }
        RecordPool.empty(thread)
        thread.pointee.controller = owner
        qc_thread_records_on_end { RecordPool.empty($0) }
    }

    private static func empty(_ thread: UnsafeMutablePointer<qc_thread_records>) {
        let first = thread.pointee.free?.assumingMemoryBound(to: RequestRecord.self)
        LivePools.with(thread.pointee.controller) { $0.giveAll(first) }
        thread.pointee.controller = 0
        thread.pointee.free = nil
        thread.pointee.count = 0
    }

    private func giveAll(_ first: RecordPointer?) {
        var record = first
        while let this = record {
            record = this.pointee.next
            giveShared(this)
        }
    }

    /// Runs `body` on every record, while none is added. What it reads of a record in use must be atomic.
    func forEach(_ body: (RecordPointer) -> Void) {
        lock.locked { for record in all { body(record) } }
    }

    /// Gives a record room to count more classes, while nobody reads its counts.
    func replaceCounts(of record: RecordPointer, by counts: UnsafeMutablePointer<CallCounts>, capacity: Int) {
        lock.locked {
            record.pointee.counts.deallocate()
            record.pointee.counts = counts
            record.pointee.countCapacity = capacity
            countCapacity = max(countCapacity, capacity)
        }
    }
}
