internal import CQuickConnect
internal import Dispatch
internal import QuickConnectPlugin
internal import Synchronization

/// The part of a request that outlives the call which began it: whom to answer, and whether that was done.
///
/// It exists only for requests that pause, or whose caller wants progress. The reply goes out once, whoever comes first: the
/// last object, the caller who cancels, the page that leaves, or the clock.
// All state stands under `lock`. It holds its controller, so that no controller goes while a request is under way.
final class PendingRequest: @unchecked Sendable {
    /// How many progress values wait for a slow caller; older ones are dropped.
    private static let heldProgress = 256

    let number: UInt64
    let parent: UInt64?
    let page: UInt64
    let wantsReply: Bool
    /// False if the request is to go on when its page leaves.
    let isAwaited: Bool
    let executor: (any CallerExecutor)?
    private let controller: FrontController
    private let record: RecordPointer
    private let id: Value
    private let onProgress: (@Sendable (Value) -> Void)?

    private let lock = Lock()
    private var reply: (@Sendable (ReplyView) -> Void)?
    private var timer: (any DispatchSourceTimer)?
    private var token: UnsafeMutablePointer<TokenBox>?
    private var waitingLane: Lane?
    private var held: [Value] = []
    private var isPosted = false
    private var earlyError: CommandError?

    init(
        _ record: RecordPointer, _ controller: FrontController, parent: UInt64?, executor: (any CallerExecutor)?,
        onProgress: (@Sendable (Value) -> Void)?, reply: @escaping @Sendable (ReplyView) -> Void
    ) {
        self.record = record
        self.controller = controller
        self.parent = parent
        self.executor = executor
        self.onProgress = onProgress
        self.reply = reply
        number = record.pointee.number
        page = record.pointee.source.page
        // A page cannot tell a reply without an identifier, as one in URL form, from any other: it awaits none.
        let canTell = record.pointee.source.page == 0 || record.pointee.id.kind != qc_kind(QC_ABSENT)
        wantsReply = record.pointee.wantsReply
        isAwaited = wantsReply && canTell
        id = Value(ValueView(record.pointee.id))
    }

    /// Answers `TIMED_OUT` after `milliseconds`.
    func limit(milliseconds: UInt32) {
        // Weakly, since the request holds its timer.
        let timer = Workers.after(milliseconds: milliseconds) { [weak self] in
            self?.settle(CommandError(.timedOut, "no answer came within \(milliseconds) ms"))
        }
        let isLate = lock.locked { () -> Bool in
            self.timer = reply == nil ? nil : timer
            return reply == nil
        }
        if isLate { timer.cancel() }
    }

    /// Notes what the request waits for, so that it can be cancelled there.
    func waits(for token: UnsafeMutablePointer<TokenBox>) {
        token.retain()
        let isLate = lock.locked { () -> Bool in
            self.token = token
            return reply == nil
        }
        if isLate { token.cancel() }
    }

    /// Notes that the request waits for `lane`.
    func waits(for lane: Lane) { lock.locked { waitingLane = lane } }

    /// Notes that the request goes on.
    func goesOn() {
        let token = lock.locked { () -> UnsafeMutablePointer<TokenBox>? in
            waitingLane = nil
            defer { self.token = nil }
            return self.token
        }
        token?.release()
    }

    /// Answers now with `error`, unless the reply is out, and tells the object that runs. False if the reply was out.
    @discardableResult
    func settle(_ error: CommandError) -> Bool {
        guard let reply = takeReply(for: error) else { return false }
        if error.code == .timedOut { controller.pendingRequests.countTimeOut() }
        let (token, lane) = lock.locked { () -> (UnsafeMutablePointer<TokenBox>?, Lane?) in
            self.token?.retain()
            return (self.token, waitingLane)
        }
        deliver { [self] in
            flushProgress()
            ReplyView.with(error, number: number, id: id, wantsReply: wantsReply, reply)
        }
        controller.pendingRequests.cancelChildren(of: number)
        if let token {
            token.cancel()
            token.release()
        }
        if let lane, lane.leave(number) { record.resume() }
        return true
    }

    /// Answers with what the record holds, unless the reply is out, and gives the record back.
    func finish() {
        guard let reply = takeReply() else { return controller.pool.give(back: record) }
        deliver { [self] in
            flushProgress()
            reply(ReplyView(record))
            controller.pool.give(back: record)
        }
    }

    /// Tells the caller how far the request is. False if nobody listens.
    func progress(_ value: Value) -> Bool {
        guard onProgress != nil else { return false }
        let isHere = executor?.isCurrent ?? true
        let posts = lock.locked { () -> Bool? in
            guard reply != nil else { return nil }
            if held.count == PendingRequest.heldProgress { held.removeFirst() }
            held.append(value)
            defer { isPosted = isPosted || !isHere }
            return !isHere && !isPosted
        }
        guard let posts else { return false }
        if isHere { flushProgress() } else if posts { executor?.post { self.flushProgress() } }
        return true
    }

    /// Hands over what is held, in order.
    private func flushProgress() {
        let values = lock.locked {
            isPosted = false
            defer { held = [] }
            return held
        }
        for value in values { onProgress?(value) }
    }

    /// Takes the right to reply, which exists once.
    private func takeReply(for error: CommandError? = nil) -> (@Sendable (ReplyView) -> Void)? {
        let (taken, timer) = lock.locked { () -> ((@Sendable (ReplyView) -> Void)?, (any DispatchSourceTimer)?) in
            // Under the lock, since the record is used again as soon as its request finds the reply gone.
            if reply != nil, let error {
                earlyError = error
                record.pointee.isCancelled.store(true, ordering: .relaxed)
            }
            defer { (self.reply, self.timer) = (nil, nil) }
            return (self.reply, self.timer)
        }
        timer?.cancel()
        if taken != nil { controller.pendingRequests.remove(self) }
        return taken
    }

    /// The error with which the caller was answered before the request came to its end; nil if it was not.
    var settledEarly: CommandError? { lock.locked { earlyError } }

    private func deliver(_ body: @escaping @Sendable () -> Void) {
        if let executor, !executor.isCurrent { executor.post(body) } else { body() }
    }
}
