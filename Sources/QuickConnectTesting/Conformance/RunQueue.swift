internal import Foundation

/// How long this thread was ready to run and had to wait for a processor.
///
/// <https://docs.kernel.org/scheduler/sched-stats.html>: the second number of `/proc/thread-self/schedstat`.
enum RunQueue {
    /// Nanoseconds since the thread began; 0 where the kernel does not count them.
    static var nanosecondsWaited: UInt64 {
        guard let text = try? String(contentsOfFile: "/proc/thread-self/schedstat", encoding: .utf8) else { return 0 }
        let numbers = text.split(separator: " ")
        return numbers.count > 1 ? UInt64(numbers[1]) ?? 0 : 0
    }
}
