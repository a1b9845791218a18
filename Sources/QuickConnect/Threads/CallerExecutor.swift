/// A thread, or a queue of work, on which a caller wants its replies: a main loop, a script's loop.
///
/// Work is run in the order in which it was posted.
public protocol CallerExecutor: AnyObject, Sendable {
    /// True on the executor's own thread. Called on any thread.
    var isCurrent: Bool { get }

    /// Runs `work` on the executor, soon, exactly once. Called on any thread; never runs `work` before it returns.
    func post(_ work: @escaping @Sendable () -> Void)
}
