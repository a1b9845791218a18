internal import CQuickConnect

/// The answer that an asynchronous command object owes: its request, and the token that settles it.
///
/// A task that the object left behind may still start a request on this one's behalf. While it does, the answer waits.
// The token may be used on any thread, and the request belongs to the object's task until `complete` or `fail`. All
// mutable state stands under `lock`.
final class LaterAnswer: @unchecked Sendable {
    let request: Request
    private let token: OpaquePointer
    private let calls: UnsafePointer<qc_calls>
    private let lock = Lock()
    private var borrowers = 0
    private var isGiven = false
    private var postponed: (outcome: qc_outcome, value: qc_value)?

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
        give(answer, value)
    }

    func fail(_ error: CommandError) { give(Answer.fail(error, request.raw), qc_value()) }

    /// Lends the request to `body`; nil once it is answered.
    func lend(_ body: (Request?) -> Void) {
        let isThere = lock.locked { () -> Bool in
            if !isGiven { borrowers += 1 }
            return !isGiven
        }
        guard isThere else { return body(nil) }
        body(request)
        let late = lock.locked { () -> (outcome: qc_outcome, value: qc_value)? in
            borrowers -= 1
            return borrowers == 0 ? postponed : nil
        }
        if let late { tell(late.outcome, late.value) }
    }

    private func give(_ outcome: qc_outcome, _ value: qc_value) {
        let isNow = lock.locked { () -> Bool in
            isGiven = true
            if borrowers > 0 { postponed = (outcome, value) }
            return borrowers == 0
        }
        if isNow { tell(outcome, value) }
    }

    private func tell(_ outcome: qc_outcome, _ value: qc_value) {
        withUnsafePointer(to: value) { _ = calls.pointee.complete(token, outcome, $0) }
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
