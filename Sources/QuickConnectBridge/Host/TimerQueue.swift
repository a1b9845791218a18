/// The timers of one script, by the time when they are due; those due at the same time in the order of their start.
struct TimerQueue {
    private struct Entry {
        let deadline: UInt64
        let sequence: UInt64
        let id: UInt64

        static func precedes(_ left: Entry, _ right: Entry) -> Bool {
            (left.deadline, left.sequence) < (right.deadline, right.sequence)
        }
    }

    /// A binary heap, earliest first. Stopped timers stay in it until they come up.
    private var heap: [Entry] = []
    /// The sequence number of each running timer's entry, and whether it keeps the program alive.
    private var running: [UInt64: (sequence: UInt64, keepsAlive: Bool)] = [:]
    private var lastSequence: UInt64 = 0
    /// How many running timers keep the program alive.
    private(set) var aliveCount = 0

    /// When the next timer is due, in nanoseconds of ``ScriptLoop/now``.
    mutating func nextDeadline() -> UInt64? {
        dropStopped()
        return heap.first?.deadline
    }

    /// Starts or restarts the timer `id`.
    mutating func start(_ id: UInt64, deadline: UInt64, keepsAlive: Bool) {
        stop(id)
        lastSequence += 1
        running[id] = (lastSequence, keepsAlive)
        aliveCount += keepsAlive ? 1 : 0
        heap.append(Entry(deadline: deadline, sequence: lastSequence, id: id))
        siftUp()
    }

    /// Forgets the timer `id`, if it runs.
    mutating func stop(_ id: UInt64) {
        guard let timer = running.removeValue(forKey: id) else { return }
        aliveCount -= timer.keepsAlive ? 1 : 0
        // Many stopped timers would hold the heap's memory until their time came.
        if heap.count > 64 && heap.count > running.count * 2 { rebuild() }
    }

    /// The first timer that is due at `now` and was started before the sequence number `limit`; it runs no longer.
    mutating func popDue(at now: UInt64, startedBefore limit: UInt64) -> UInt64? {
        dropStopped()
        guard let first = heap.first, first.deadline <= now, first.sequence < limit else { return nil }
        removeFirst()
        stop(first.id)
        return first.id
    }

    /// The sequence number that the next timer gets: timers that a timer starts wait for the next round.
    var nextSequence: UInt64 { lastSequence + 1 }

    private mutating func dropStopped() {
        while let first = heap.first, running[first.id]?.sequence != first.sequence { removeFirst() }
    }

    private mutating func rebuild() {
        // A sorted array is a heap.
        heap = heap.filter { running[$0.id]?.sequence == $0.sequence }.sorted(by: Entry.precedes)
    }

    private mutating func siftUp() {
        var child = heap.count - 1
        while child > 0, Entry.precedes(heap[child], heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    private mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
                if Entry.precedes(heap[child], heap[least]) { least = child }
            }
            if least == parent { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
