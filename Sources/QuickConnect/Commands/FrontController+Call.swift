internal import CLinux
internal import CQuickConnect
public import QuickConnectPlugin

extension FrontController {
    /// Sends a request and waits for its reply, whatever it takes: the original framework's way in.
    ///
    /// With no window open, all objects run on this thread, but for what follows an asynchronous one. Inside a
    /// command object it answers `WOULD_BLOCK` where it would have to wait; use ``call(_:_:from:timeout:onProgress:)`` there, and
    /// in Swift tasks, whose threads are too few to be blocked.
    ///
    /// - Parameter timeout: Milliseconds until `TIMED_OUT`, where the thread is not this one; 0 is none.
    public func handleRequest(
        _ command: String, _ parameters: [Value] = [], from source: Source = .program, timeout: UInt32 = 0
    ) -> Reply {
        let reply = ReplyBox()
        guard let record = prepare(command, parameters, source, timeout, { reply.set($0) }) else { return reply.value }
        return wait(record, reply)
    }

    /// Sends a request and awaits its reply. Cancelled with the calling task.
    ///
    /// Inside an asynchronous command object it is nested in that object's request: it runs inside its turn, counts against
    /// the nesting limit, and is cancelled with it.
    ///
    /// - Parameter timeout: Milliseconds until `TIMED_OUT`; 0 is none.
    /// - Parameter onProgress: Called for each progress of the request, before the reply.
    public func call(
        _ command: String, _ parameters: [Value] = [], from source: Source = .program, timeout: UInt32 = 0,
        onProgress: (@Sendable (Value) -> Void)? = nil
    ) async -> Reply {
        let call = AwaitedCall(self)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                call.begin(waiter)
                let reply: @Sendable (ReplyView) -> Void = { call.settle($0.reply) }
                guard let record = prepare(command, parameters, source, timeout, reply) else { return }
                CurrentRequest.lend { request in
                    let parent = own(RecordPointer.of(request?.raw))
                    guard isNested(record, in: parent, reply) else { return }
                    call.started(run(record, in: parent, onProgress, reply))
                }
            }
        } onCancel: {
            call.cancel()
        }
    }

    /// Sends a message and waits for its reply, as ``handleRequest(_:_:from:timeout:)``.
    public func handleMessage(_ message: UnsafeRawBufferPointer, from source: Source = .program) -> Reply {
        let reply = ReplyBox()
        let (record, isReadable) = receive(message, source)
        if isReadable { return wait(record, reply) }
        _ = finishUnrun(record, nil) { reply.set($0) }
        return reply.value
    }

    private func wait(_ record: RecordPointer, _ reply: ReplyBox) -> Reply {
        if qc_thread_records_here().pointee.current != nil {
            if isNested(record, in: runningRequest, { reply.set($0) }) { runHere(record) { reply.set($0) } }
            return reply.value
        }
        let waiter = WaitingCaller()
        let answer: @Sendable (ReplyView) -> Void = {
            reply.set($0)
            waiter.finish()
        }
        _ = run(record, parent: nil, waiter, nil, answer)
        main.wait(waiter)
        return reply.value
    }

    /// Nests a request in `parent`, if there is one. False if it may not be nested there, and was answered.
    private func isNested(
        _ record: RecordPointer, in parent: RecordPointer?, _ reply: @escaping @Sendable (ReplyView) -> Void
    ) -> Bool {
        guard let parent, let error = nest(record, in: parent) else { return true }
        record.fail(error.code, error.message)
        _ = finishUnrun(record, nil, reply)
        return false
    }

    /// Makes the record of a request; nil if that was refused and answered.
    private func prepare(
        _ command: String, _ parameters: [Value], _ source: Source, _ timeout: UInt32,
        _ reply: @escaping @Sendable (ReplyView) -> Void
    ) -> RecordPointer? {
        let record = pool.take(self)
        record.begin(source)
        record.pointee.timeout = timeout
        if let error = record.take(command, parameters) {
            record.fail(error.code, error.message)
            _ = finishUnrun(record, nil, reply)
            return nil
        }
        return record
    }
}

extension UnsafeMutablePointer<RequestRecord> {
    /// Takes a command and its parameters from Swift.
    ///
    /// - Returns: What is wrong with them, or nil.
    fileprivate func take(_ command: String, _ parameters: [Value]) -> CommandError? {
        guard !command.isEmpty, !command.utf8.contains(0) else {
            return CommandError(.badCommand, "a command is text of at least one character, without NUL")
        }
        guard let text = keep(command),
            let list = Value.array(parameters).stored({ pointee.arena.allocate($0) })
        else {
            return CommandError(.tooLarge, "the parameters do not fit the request's memory, or are nested too deeply")
        }
        pointee.request.command = text
        pointee.request.command_length = UInt32(command.utf8.count)
        pointee.request.parameters = list.as.elements
        pointee.request.parameter_count = list.length
        return nil
    }
}

/// A place for a reply that is filled once, before or while its owner waits.
// Written by whoever settles the request, read by its owner after it has been told so.
private final class ReplyBox: @unchecked Sendable {
    private var reply: Reply?

    func set(_ view: ReplyView) { reply = view.reply }

    var value: Reply {
        reply ?? .error(CommandError(.internal, "the request ended without a reply; please report this"))
    }
}
