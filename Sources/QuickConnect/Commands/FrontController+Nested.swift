internal import CLinux
internal import CQuickConnect
internal import QuickConnectPlugin
internal import Synchronization

extension FrontController {
    /// Starts a request of a command object.
    func startNested(_ call: NestedCall, _ reply: @escaping @Sendable (ReplyView) -> Void) -> UInt64 {
        let (record, number) = prepareNested(call, reply)
        return record.map { run($0, in: namedParent(call), nil, reply) } ?? number
    }

    /// Runs a request that was nested in `parent`, which is under way until this returns.
    func run(
        _ record: RecordPointer, in parent: RecordPointer?, _ onProgress: (@Sendable (Value) -> Void)?,
        _ reply: @escaping @Sendable (ReplyView) -> Void
    ) -> UInt64 {
        let number = run(record, parent: parent?.pointee.number, nil, onProgress, reply)
        // Whoever cancels the parent notes that before looking for its children, of which this is one by now.
        if parent?.pointee.isCancelled.load(ordering: .relaxed) == true { cancel(number) }
        return number
    }

    /// Runs a request of a command object on this thread, or not at all.
    func callNested(_ call: NestedCall, _ reply: @escaping @Sendable (ReplyView) -> Void) {
        if let record = prepareNested(call, reply).record { runHere(record, reply) }
    }

    /// Runs a request to its end on this thread. Where it would have to wait, nothing runs and the reply is `WOULD_BLOCK`.
    func runHere(_ record: RecordPointer, _ reply: @escaping @Sendable (ReplyView) -> Void) {
        let route = record.findRoute(self)
        if let error = refusal(record, route) {
            record.fail(error.code, error.message)
            _ = finishUnrun(record, nil, reply)
            return
        }
        if let why = whyItWouldBlock(record, route) {
            record.fail(.wouldBlock, "\(why); start the request and take its reply later")
            _ = finishUnrun(record, nil, reply)
            return
        }
        if record.run(route) != .ended {
            // Between the look and the call somebody took the lane, opened a window, or the plugin could be brought up.
            record.releaseLane()
            record.pointee.endingObject = nil
            record.fail(.wouldBlock, "the plugin became busy; start the request and take its reply later")
            record.pointee.hasEnded = true
        }
        reply(ReplyView(record))
        pool.give(back: record)
    }

    private func whyItWouldBlock(_ record: RecordPointer, _ route: UnsafePointer<CommandRoute>) -> String? {
        let steps = UnsafeBufferPointer(start: route.pointee.steps, count: route.pointee.stepCount)
        let errorSteps = UnsafeBufferPointer(start: route.pointee.errorSteps, count: route.pointee.errorStepCount)
        for step in Array(steps) + Array(errorSteps) {
            let plugin = step.object.pointee.plugin.takeUnretainedValue()
            // One that cannot be brought up does not block: it fails, in its turn.
            guard plugin.bringUp(step.object) == nil else { continue }
            if let why = whyItWouldBlock(record, step.object, plugin) { return why }
        }
        return nil
    }

    private func whyItWouldBlock(
        _ record: RecordPointer, _ object: UnsafeMutablePointer<ClassRecord>, _ plugin: ActivePlugin
    ) -> String? {
        let name = String(cString: object.pointee.name)
        if object.pointee.mayWait { return "\(name) may answer later" }
        if record.elsewhere(object) != nil { return "\(name) runs on another thread" }
        if object.pointee.thread != .any, plugin.lane(of: object).isBusy(for: record) {
            return "the plugin \(plugin.id) is busy"
        }
        return nil
    }

    /// Makes the record of a nested request; nil if that was refused and answered.
    private func prepareNested(
        _ call: NestedCall, _ reply: @escaping @Sendable (ReplyView) -> Void
    ) -> (record: RecordPointer?, number: UInt64) {
        let record = pool.take(self)
        record.begin(Source(.plugin, origin: call.plugin))
        record.pointee.timeout = call.timeout
        if let error = take(call, record) {
            record.fail(error.code, error.message)
            return (nil, finishUnrun(record, nil, reply))
        }
        return (record, record.pointee.number)
    }

    private func take(_ call: NestedCall, _ record: RecordPointer) -> CommandError? {
        if let parent = namedParent(call) ?? runningRequest {
            if let error = nest(record, in: parent) { return error }
            record.pointee.source.window = parent.pointee.source.window
            record.pointee.source.page = parent.pointee.source.page
        }
        let command = String(cString: call.command)
        guard !command.isEmpty else { return CommandError(.badCommand, "the command is empty; name one") }
        guard let text = record.keep(command), let list = record.copy(call.parameters) else {
            return CommandError(.tooLarge, "the parameters do not fit the request's memory, or are nested too deeply")
        }
        record.pointee.request.command = text
        record.pointee.request.command_length = UInt32(command.utf8.count)
        record.pointee.request.parameters = list
        record.pointee.request.parameter_count = UInt32(call.parameters.count)
        return nil
    }

    /// Nests a request in another. Returns why it may not run; nil if it may.
    func nest(_ record: RecordPointer, in parent: RecordPointer) -> CommandError? {
        guard parent.pointee.depth < configuration.limits.nesting else {
            return CommandError(
                .tooDeep, "requests are nested \(configuration.limits.nesting) deep; a command may be calling itself")
        }
        return record.nest(in: parent) ? nil : CommandError(.tooLarge, "the request's memory is used up")
    }

    /// The innermost request that runs on this thread, if it is this controller's.
    var runningRequest: RecordPointer? {
        own(qc_thread_records_here().pointee.current?.assumingMemoryBound(to: RequestRecord.self))
    }

    /// The request on whose behalf a command object says that it asks.
    private func namedParent(_ call: NestedCall) -> RecordPointer? { own(RecordPointer.of(call.parent)) }

    /// Numbers of another controller's requests mean nothing here.
    func own(_ record: RecordPointer?) -> RecordPointer? {
        guard let record, record.pointee.controller.toOpaque() == Unmanaged.passUnretained(self).toOpaque() else {
            return nil
        }
        return record
    }
}

extension UnsafeMutablePointer<RequestRecord> {
    /// Copies of `values` in the record's memory; nil if there is no room or they are too deep.
    fileprivate func copy(_ values: UnsafeBufferPointer<qc_value>) -> UnsafePointer<qc_value>? {
        let bytes = Swift.max(values.count, 1) * MemoryLayout<qc_value>.stride
        guard let place = pointee.arena.allocate(bytes) else { return nil }
        let copies = place.assumingMemoryBound(to: qc_value.self)
        for (index, value) in values.enumerated() {
            guard let copy = pointee.arena.copy(value) else { return nil }
            copies[index] = copy
        }
        return UnsafePointer(copies)
    }
}
