internal import Dispatch

/// Threads for what must not run on the caller's: business objects while a window is open, and requests that waited for a
/// plugin whose caller has no loop.
enum Workers {
    private static let queue = DispatchQueue(
        label: "quickconnect.workers", qos: .userInitiated, attributes: .concurrent)

    /// Runs `work` on some thread. Work starts in the order in which it was posted.
    static func post(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

    /// Runs `work` once, after `milliseconds`, unless the result is cancelled before.
    ///
    /// A source, since a work item that is cancelled stays in memory until its time has come.
    static func after(milliseconds: UInt32, _ work: @escaping @Sendable () -> Void) -> any DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + .milliseconds(Int(milliseconds)))
        timer.setEventHandler(handler: work)
        timer.activate()
        return timer
    }
}
