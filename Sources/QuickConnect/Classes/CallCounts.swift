internal import Synchronization

/// What the calls of one class cost, counted in one request record.
///
/// Only the record's owner writes, so that counting takes no locked instruction; anybody may read. Time is
/// measured for the first calls and for one in 256 after them, since reading the clock costs as much as a small call.
struct CallCounts: ~Copyable {
    let calls = Atomic<Int>(0)
    let failures = Atomic<Int>(0)
    let timedCalls = Atomic<Int>(0)
    let nanoseconds = Atomic<Int>(0)

    /// Adds one call, and tells whether to measure its time.
    @inline(__always)
    func countCall() -> Bool {
        let count = calls.load(ordering: .relaxed)
        calls.store(count + 1, ordering: .relaxed)
        return count < 16 || count & 255 == 0
    }

    func countFailure() { failures.store(failures.load(ordering: .relaxed) + 1, ordering: .relaxed) }

    func countTime(_ spent: Int) {
        timedCalls.store(timedCalls.load(ordering: .relaxed) + 1, ordering: .relaxed)
        nanoseconds.store(nanoseconds.load(ordering: .relaxed) + spent, ordering: .relaxed)
    }
}
