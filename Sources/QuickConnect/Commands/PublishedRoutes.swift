internal import CLinux
internal import QuickConnectPlugin
internal import Synchronization

/// The route table that requests read without a lock, and the older ones that requests still use.
///
/// A request notes the table it uses in its record, and looks again whether that is still the current one. The
/// writer makes all threads pass a memory barrier before it looks at the notes, so that the request needs none.
// `retired` stands under `lock`.
final class PublishedRoutes: @unchecked Sendable {
    /// Whether the kernel can make other threads pass a barrier; where not, each request passes one itself.
    private static let hasBarrier = qc_barrier_register()

    private let current = Atomic<UInt>(0)
    /// True while older tables wait for their last request.
    private let hasRetired = Atomic<Bool>(false)
    private let hasBarrier = PublishedRoutes.hasBarrier
    private let lock = Lock()
    private var retired: [RouteTable] = []
    private var owned: RouteTable?

    /// Notes the current table in `record` and returns it; nil if there is none, and it must be built.
    @inline(__always)
    func pin(_ record: RecordPointer) -> UnsafePointer<RouteTable.Face>? {
        while true {
            let table = current.load(ordering: .acquiring)
            guard table != 0 else { return nil }
            record.pointee.pin.store(table, ordering: .relaxed)
            if hasBarrier { qc_barrier_compiler() } else { qc_barrier_here() }
            guard current.load(ordering: .acquiring) == table else { continue }
            return UnsafePointer(bitPattern: table)
        }
    }

    /// Called once a request has let go of its table.
    @inline(__always)
    func unpinned(_ pool: RecordPool) {
        // The pin is given up before this looks; whoever retires a table looks at the pins after saying that it did.
        if hasBarrier { qc_barrier_compiler() } else { qc_barrier_here() }
        if hasRetired.load(ordering: .relaxed) { reclaim(pool) }
    }

    /// Withdraws the current table, so that the next request builds a new one.
    ///
    /// - Parameter action: What to do once no request uses it or an older one.
    func withdraw(_ pool: RecordPool, then action: (@Sendable () -> Void)? = nil) {
        let runsNow = lock.locked { () -> Bool in
            if let owned {
                current.store(0, ordering: .sequentiallyConsistent)
                retired.append(owned)
                self.owned = nil
            }
            guard let last = retired.last else { return true }
            if let action { last.lastWords.append(action) }
            hasRetired.store(true, ordering: .relaxed)
            return false
        }
        guard runsNow else { return reclaim(pool) }
        if let action { PluginStack.runBelow(action) }
    }

    /// Makes `table` the current one.
    func publish(_ table: RouteTable) {
        lock.locked {
            owned = table
            current.store(UInt(bitPattern: table.face), ordering: .releasing)
        }
    }

    /// Frees the older tables that no request uses, oldest first, and does what waited for that.
    @inline(never)
    func reclaim(_ pool: RecordPool) {
        let free = lock.locked { () -> [RouteTable] in
            if hasBarrier { qc_barrier_all_threads() } else { qc_barrier_here() }
            var pinned: Set<UInt> = []
            pool.forEach { pinned.insert($0.pointee.pin.load(ordering: .acquiring)) }
            let free = Array(retired.prefix { !pinned.contains(UInt(bitPattern: $0.face)) })
            retired.removeFirst(free.count)
            hasRetired.store(!retired.isEmpty, ordering: .relaxed)
            return free
        }
        for table in free { for action in table.lastWords.take() { PluginStack.runBelow(action) } }
    }
}
