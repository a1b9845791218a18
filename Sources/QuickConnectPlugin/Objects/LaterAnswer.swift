internal import CQuickConnect

/// The answer that an asynchronous command object owes: its request, and the token that settles it.
// The token may be used on any thread, and the request belongs to the object's task until `complete` or `fail`.
final class LaterAnswer: @unchecked Sendable {
    let request: Request
    private let token: OpaquePointer
    private let calls: UnsafePointer<qc_calls>

    /// Takes over one count of `token`.
    init(request: Request, token: OpaquePointer) {
        self.request = request
        self.token = token
        calls = request.raw.pointee.calls
    }

    deinit { calls.pointee.release(token) }

    func complete(_ outcome: Outcome) {
        var value = qc_value()
        let answer = Answer.give(outcome, request.raw, &value)
        _ = calls.pointee.complete(token, answer, &value)
    }

    func fail(_ error: CommandError) {
        _ = calls.pointee.complete(token, Answer.fail(error, request.raw), nil)
    }

    /// Cancels `task` when the caller cancels the request.
    func cancels(_ task: Task<Void, Never>) {
        let box = Unmanaged.passRetained(TaskBox(task)).toOpaque()
        _ = calls.pointee.on_cancel(
            token,
            { context in context.map { Unmanaged<TaskBox>.fromOpaque($0).takeUnretainedValue().task.cancel() } },
            box,
            { context in context.map { Unmanaged<TaskBox>.fromOpaque($0).release() } })
    }
}

/// A task that C can hold.
private final class TaskBox: Sendable {
    let task: Task<Void, Never>
    init(_ task: Task<Void, Never>) { self.task = task }
}
