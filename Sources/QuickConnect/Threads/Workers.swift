internal import Dispatch

/// Threads for what must not run on the caller's: business objects while a window is open, and requests that waited for a
/// plugin whose caller has no loop.
enum Workers {
    private static let queue = DispatchQueue(
        label: "quickconnect.workers", qos: .userInitiated, attributes: .concurrent)

    /// Runs `work` on some thread. Work starts in the order in which it was posted.
    static func post(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

    /// Runs `work` once, after `milliseconds`, unless the result is cancelled before.
    static func after(milliseconds: UInt32, _ work: @escaping @Sendable () -> Void) -> DispatchWorkItem {
        let item = DispatchWorkItem(block: work)
        queue.asyncAfter(deadline: .now() + .milliseconds(Int(milliseconds)), execute: item)
        return item
    }
}
