internal import QuickConnectPlugin
internal import Synchronization

/// The order of the calls of one plugin in one controller: one at a time, in the order in which they came.
///
/// A call holds its lane until its answer. Requests that it starts itself run inside it, and where two requests would
/// wait for each other's lanes, the later one is refused.
// `owner` is atomic; `waiters` stands under the lock of all lanes.
final class Lane: @unchecked Sendable {
    /// How an attempt to take a lane ended.
    enum Attempt {
        /// The request holds the lane and releases it.
        case held
        /// A request that this one runs on behalf of holds it.
        case inherited
        /// Somebody else holds it.
        case busy
        /// The request waits and is resumed when it holds the lane.
        case queued
        /// Waiting would never end.
        case deadlock
    }

    /// The lock of all lanes of a controller, and who waits. Taken only where lanes are contended.
    final class Waiting: @unchecked Sendable {
        fileprivate let lock = Lock()
        /// Under `lock`.
        fileprivate var all: [Waiter] = []
    }

    fileprivate struct Waiter {
        let record: RecordPointer
        let number: UInt64
        let ancestors: [UInt64]
        let lane: Lane
    }

    /// Twice the number of the request that holds the lane, plus one if others wait; 0 if it is free.
    private let owner = Atomic<UInt64>(0)
    private let waiting: Waiting

    init(_ waiting: Waiting) { self.waiting = waiting }

    /// Takes the lane if it is free.
    func take(_ record: RecordPointer) -> Attempt {
        let mine = record.pointee.number << 1
        let attempt = owner.compareExchange(expected: 0, desired: mine, ordering: .acquiringAndReleasing)
        if attempt.exchanged { return .held }
        return record.descends(from: attempt.original >> 1) ? .inherited : .busy
    }

    /// Takes the lane, or waits for it. After `queued` the record may already run elsewhere.
    func takeOrWait(_ record: RecordPointer) -> Attempt {
        waiting.lock.locked {
            let mine = record.pointee.number << 1
            while true {
                let current = owner.load(ordering: .acquiring)
                if current == 0 {
                    if owner.compareExchange(expected: 0, desired: mine, ordering: .acquiringAndReleasing).exchanged {
                        return .held
                    }
                    continue
                }
                if record.descends(from: current >> 1) { return .inherited }
                if wouldWaitForItself(record, holder: current >> 1) { return .deadlock }
                let marked = owner.compareExchange(
                    expected: current, desired: current | 1, ordering: .acquiringAndReleasing)
                if marked.exchanged {
                    waiting.all.append(
                        Waiter(
                            record: record, number: record.pointee.number, ancestors: record.ancestors, lane: self))
                    return .queued
                }
            }
        }
    }

    /// Gives the lane up; the first that waits gets it.
    func release(_ record: RecordPointer) {
        let mine = record.pointee.number << 1
        if owner.compareExchange(expected: mine, desired: 0, ordering: .acquiringAndReleasing).exchanged { return }
        let next = waiting.lock.locked { () -> RecordPointer? in
            guard let index = waiting.all.firstIndex(where: { $0.lane === self }) else {
                owner.store(0, ordering: .releasing)
                return nil
            }
            let waiter = waiting.all.remove(at: index)
            let more: UInt64 = waiting.all.contains { $0.lane === self } ? 1 : 0
            owner.store(waiter.number << 1 | more, ordering: .releasing)
            return waiter.record
        }
        next?.resumeWithLane()
    }

    /// Takes a request out of the queue. False if it does not wait there.
    func leave(_ number: UInt64) -> Bool {
        waiting.lock.locked {
            guard let index = waiting.all.firstIndex(where: { $0.number == number }) else { return false }
            waiting.all.remove(at: index)
            return true
        }
    }

    /// Follows who waits for whom, from the holder, to see whether the chain comes back to `record`.
    private func wouldWaitForItself(_ record: RecordPointer, holder: UInt64) -> Bool {
        let own = record.ancestors + [record.pointee.number]
        var seen: Set<UInt64> = []
        var left = [holder]
        while let next = left.popLast() {
            guard seen.insert(next).inserted else { continue }
            for waiter in waiting.all where waiter.number == next || waiter.ancestors.contains(next) {
                let blocking = waiter.lane.owner.load(ordering: .acquiring) >> 1
                if own.contains(blocking) { return true }
                left.append(blocking)
            }
        }
        return false
    }
}

extension Lane {
    /// True if `record` would have to wait for the lane now.
    func isBusy(for record: RecordPointer) -> Bool {
        let current = owner.load(ordering: .acquiring) >> 1
        return current != 0 && !record.descends(from: current)
    }
}
