internal import CQuickConnect
public import QuickConnectPlugin

extension FrontController {
    /// Sends a message, in URL form or as an envelope.
    ///
    /// Where all objects of the request are synchronous and may run here, the reply comes before this returns, and nothing is
    /// allocated once the first requests have been served.
    ///
    /// - Parameters:
    ///   - message: The bytes; they may change once this has returned.
    ///   - source: Where it comes from.
    ///   - executor: Where the caller wants the reply; nil for the thread on which the request ends.
    ///   - onProgress: Called for each progress of the request, before the reply.
    ///   - reply: Called exactly once. What it is handed is valid for that call.
    /// - Returns: The request's number, by which it can be cancelled.
    @discardableResult
    public func send(
        _ message: UnsafeRawBufferPointer, from source: borrowing Source = Source(.program),
        on executor: (any CallerExecutor)? = nil, onProgress: (@Sendable (Value) -> Void)? = nil,
        reply: @escaping @Sendable (ReplyView) -> Void
    ) -> UInt64 {
        let (record, isReadable) = receive(message, source)
        guard isReadable else { return finishUnrun(record, executor, reply) }
        return run(record, parent: nil, executor, onProgress, reply)
    }

    /// Makes a record of a message, or of what is wrong with it.
    @inline(__always)
    func receive(
        _ message: UnsafeRawBufferPointer, _ source: borrowing Source
    ) -> (record: RecordPointer, isReadable: Bool) {
        let record = pool.take(self)
        record.begin(source)
        do throws(MessageError) {
            try record.pointee.reader.read(message, compatibility: takesOldMessages)
            record.adoptMessage()
            return (record, true)
        } catch {
            record.adoptMessage()
            record.refuse(error)
            return (record, false)
        }
    }

    /// Runs a request that is ready, until it ends or pauses.
    @inline(__always)
    func run(
        _ record: RecordPointer, parent: UInt64?, _ executor: (any CallerExecutor)?,
        _ onProgress: (@Sendable (Value) -> Void)?, _ reply: @escaping @Sendable (ReplyView) -> Void
    ) -> UInt64 {
        let number = record.pointee.number
        let route = record.findRoute(self)
        let isPlain = route.pointee.isMapped && executor == nil && onProgress == nil
        guard isPlain, record.pointee.source.caller < Source.Caller.foreignPage.rawValue else {
            return runWithCare(record, route, parent, executor, onProgress, reply)
        }
        let pause = record.run(route)
        guard pause == .ended else {
            goOnLater(record, pause, route, makePending(record, parent, executor, onProgress, reply))
            return number
        }
        reply(ReplyView(record))
        pool.give(back: record)
        return number
    }

    @inline(never)
    private func runWithCare(
        _ record: RecordPointer, _ route: UnsafePointer<CommandRoute>, _ parent: UInt64?,
        _ executor: (any CallerExecutor)?, _ onProgress: (@Sendable (Value) -> Void)?,
        _ reply: @escaping @Sendable (ReplyView) -> Void
    ) -> UInt64 {
        let number = record.pointee.number
        if let error = refusal(record, route) {
            record.fail(error.code, error.message)
            record.pointee.hasEnded = true
            guard error.code == .denied else { return finishUnrun(record, executor, reply) }
        }
        if onProgress == nil, executor?.isCurrent ?? true {
            let pause = record.run(route)
            if pause == .ended {
                reply(ReplyView(record))
                pool.give(back: record)
            } else {
                record.proceed(from: pause, makePending(record, parent, executor, onProgress, reply), route)
            }
            return number
        }
        let pending = makePending(record, parent, executor, onProgress, reply)
        record.proceed(from: record.run(route), pending, route)
        return number
    }

    /// Apart, to keep what rarely happens out of the way of what always does.
    @inline(never)
    private func goOnLater(
        _ record: RecordPointer, _ pause: Pause, _ route: UnsafePointer<CommandRoute>, _ pending: PendingRequest
    ) {
        record.proceed(from: pause, pending, route)
    }

    @inline(never)
    private func makePending(
        _ record: RecordPointer, _ parent: UInt64?, _ executor: (any CallerExecutor)?,
        _ onProgress: (@Sendable (Value) -> Void)?, _ reply: @escaping @Sendable (ReplyView) -> Void
    ) -> PendingRequest {
        let pending = PendingRequest(
            record, self, parent: parent, executor: executor, onProgress: onProgress, reply: reply)
        record.pointee.pending = Unmanaged.passRetained(pending)
        pendingRequests.add(pending)
        if record.pointee.timeout > 0 { pending.limit(milliseconds: record.pointee.timeout) }
        return pending
    }

    /// Answers a request of which nothing ran.
    func finishUnrun(
        _ record: RecordPointer, _ executor: (any CallerExecutor)?, _ reply: @escaping @Sendable (ReplyView) -> Void
    ) -> UInt64 {
        let number = record.pointee.number
        record.pointee.hasEnded = true
        if let executor, !executor.isCurrent {
            makePending(record, nil, executor, nil, reply).finish()
        } else {
            reply(ReplyView(record))
            pool.give(back: record)
        }
        return number
    }

    /// Why a request may not run; nil if it may.
    func refusal(_ record: RecordPointer, _ route: UnsafePointer<CommandRoute>) -> CommandError? {
        let request = Request(UnsafePointer(record.request))
        if !route.pointee.isMapped, request.command == AppController.defaultCommand {
            return CommandError(.badCommand, "\"default\" is reserved: its objects run with every command")
        }
        let source = request.source
        guard source.caller == .foreignPage || source.caller == .http else { return nil }
        let origin = source.origin ?? ""
        if configuration.allowances[origin]?.contains(request.command) == true { return nil }
        let command = request.command
        return CommandError(
            .denied,
            "\(origin.isEmpty ? "this caller" : origin) may not call \(command); to allow it, add \"\(command)\" to "
                + "\"allow\": {\"\(origin)\": […]} in app.json")
    }

    /// Cancels a request; its reply is `CANCELLED`, unless it ended before. False if it ended before.
    @discardableResult
    public func cancel(_ request: UInt64) -> Bool { pendingRequests.cancel(request) }

    /// Notes that a page has left: what it still waits for is cancelled, what it sent without wanting a reply goes on.
    public func cancelPage(_ page: UInt64) { pendingRequests.cancel(page: page) }

    /// How many requests wait for something.
    public var pendingCount: Int { pendingRequests.count }

    /// How many requests the clock has answered.
    public var timedOutCount: Int { pendingRequests.timedOut }
}

extension UnsafeMutablePointer<RequestRecord> {
    /// Takes over what the record's reader has read.
    @inline(__always)
    func adoptMessage() {
        let message = pointee.reader.message
        pointee.request.command = message.command
        pointee.request.command_length = message.commandLength
        pointee.request.parameters = message.parameters
        pointee.request.parameter_count = message.parameterCount
        pointee.id = message.id
        pointee.wantsReply = message.wantsReply
        pointee.timeout = message.timeout
    }

    /// Ends the request with what is wrong with its message.
    func refuse(_ error: MessageError) {
        pointee.endingObject = nil
        let offset: Value = ["offset": .integer(Int64(error.offset))]
        fail(error.code, error.message, data: offset.stored { pointee.arena.allocate($0) } ?? qc_value())
    }
}
