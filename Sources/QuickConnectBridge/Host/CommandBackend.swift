/// What serves the messages of a script: a front controller, or a fake in tests.
package protocol CommandBackend: AnyObject, Sendable {
    /// Starts one request.
    ///
    /// - Parameters:
    ///   - message: A message in URL form or a JSON envelope; UTF-8, there for the length of this call.
    ///   - page: The number of the page that sends it.
    ///   - loop: Where the caller lives, for command objects that run on the caller's thread.
    ///   - progress: Told how far the request is, as JSON; any number of times before the reply, on any thread. Nil if
    ///     nobody wants to know.
    ///   - reply: Given the reply's JSON envelope exactly once, on any thread, perhaps before this returns.
    /// - Returns: The request's number, for ``cancel(_:)``.
    func send(
        _ message: UnsafeRawBufferPointer, page: UInt64, on loop: ScriptLoop,
        progress: (@Sendable (UnsafeRawBufferPointer) -> Void)?,
        reply: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
    ) -> UInt64

    /// Cancels a request, if it still runs. Any thread.
    func cancel(_ request: UInt64)

    /// Sets who is told of plugins' events: name, and value as JSON (empty for none), on any thread.
    func observeEvents(_ listener: @escaping @Sendable (_ name: String, _ json: UnsafeRawBufferPointer) -> Void)
}
