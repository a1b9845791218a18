internal import CLinux
internal import CQuickConnect
internal import QuickConnectPlugin

extension FrontController {
    /// Starts a request of a command object.
    func startNested(_ call: NestedCall, _ reply: @escaping @Sendable (ReplyView) -> Void) -> UInt64 {
        guard let record = prepareNested(call, reply) else { return pool.lastNumber }
        return run(record, parent: parentNumber(call), nil, nil, reply)
    }

    /// Runs a request of a command object on this thread, or not at all.
    func callNested(_ call: NestedCall, _ reply: @escaping @Sendable (ReplyView) -> Void) {
        guard let record = prepareNested(call, reply) else { return }
        runHere(record, reply)
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
            // Somebody took the lane between the look and the call.
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
    private func prepareNested(_ call: NestedCall, _ reply: @escaping @Sendable (ReplyView) -> Void) -> RecordPointer? {
        let record = pool.take(self)
        record.begin(Source(.plugin, origin: call.plugin))
        record.pointee.timeout = call.timeout
        if let error = take(call, record) {
            record.fail(error.code, error.message)
            _ = finishUnrun(record, nil, reply)
            return nil
        }
        return record
    }

    private func take(_ call: NestedCall, _ record: RecordPointer) -> CommandError? {
        if let parent = parent(call) {
            guard parent.pointee.depth < configuration.limits.nesting else {
                return CommandError(
                    .tooDeep,
                    "requests are nested \(configuration.limits.nesting) deep; a command may be calling itself")
            }
            guard record.nest(in: parent) else { return CommandError(.tooLarge, "the request's memory is used up") }
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

    /// The request on whose behalf a command object asks: the one it names, else the one that runs on this thread.
    private func parent(_ call: NestedCall) -> RecordPointer? {
        if let named = RecordPointer.of(call.parent) { return named }
        let here = qc_thread_records_here().pointee.current?.assumingMemoryBound(to: RequestRecord.self)
        guard let here, here.pointee.controller.toOpaque() == Unmanaged.passUnretained(self).toOpaque() else {
            return nil
        }
        return here
    }

    private func parentNumber(_ call: NestedCall) -> UInt64? { RecordPointer.of(call.parent)?.pointee.number }
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
