internal import CQuickConnect
internal import QuickConnectPlugin
internal import Synchronization

/// The functions that command objects call on their requests: the host's end of `qc_calls`.
enum RequestCalls {
    // Made once, never written.
    nonisolated(unsafe) static let table: UnsafePointer<qc_calls> = {
        let table = UnsafeMutablePointer<qc_calls>.allocate(capacity: 1)
        table.initialize(
            to: qc_calls(
                size: UInt32(MemoryLayout<qc_calls>.size), reserved: 0, allocate: allocate, fail: fail,
                defer: deferAnswer,
                is_cancelled: isCancelled, progress: progress, retain: retain, release: release, complete: complete,
                on_cancel: onCancel))
        return UnsafePointer(table)
    }()

    private static let allocate: @convention(c) (UnsafePointer<qc_request>?, Int) -> UnsafeMutableRawPointer? = {
        RecordPointer.of($0)?.pointee.arena.allocate($1)
    }

    private static let fail:
        @convention(c) (
            UnsafePointer<qc_request>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<qc_value>?
        ) -> qc_outcome = { request, code, message, data in
            RecordPointer.of(request)?.noteFailure(code, message, data)
            return qc_outcome(QC_FAILED)
        }

    private static let deferAnswer: @convention(c) (UnsafePointer<qc_request>?) -> OpaquePointer? = { request in
        guard let record = RecordPointer.of(request), record.pointee.token == nil,
            record.currentObject?.pointee.mayWait == true
        else { return nil }
        let token = TokenBox.make(record)
        record.pointee.token = token
        return OpaquePointer(token)
    }

    private static let isCancelled: @convention(c) (UnsafePointer<qc_request>?) -> Bool = {
        RecordPointer.of($0)?.pointee.isCancelled.load(ordering: .relaxed) ?? false
    }

    private static let progress: @convention(c) (UnsafePointer<qc_request>?, UnsafePointer<qc_value>?) -> Bool = {
        guard let record = RecordPointer.of($0), let value = $1, let pending = record.pointee.pending else {
            return false
        }
        return PluginStack.called { pending.takeUnretainedValue().progress(Value(ValueView(value.pointee))) }
    }

    private static let retain: @convention(c) (OpaquePointer?) -> Void = { TokenBox.from($0)?.retainForPlugin() }

    private static let release: @convention(c) (OpaquePointer?) -> Void = { token in
        PluginStack.called { TokenBox.from(token)?.releaseFromPlugin() }
    }

    private static let complete: @convention(c) (OpaquePointer?, qc_outcome, UnsafePointer<qc_value>?) -> Bool = {
        token, outcome, value in
        PluginStack.called { TokenBox.from(token)?.complete(outcome, value?.pointee ?? qc_value()) ?? false }
    }

    private static let onCancel:
        @convention(c) (
            OpaquePointer?, (@convention(c) (UnsafeMutableRawPointer?) -> Void)?, UnsafeMutableRawPointer?,
            (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
        ) -> Bool = { token, cancelled, context, release in
            guard let token = TokenBox.from(token) else { return false }
            return token.onCancel(CancelHandler(cancelled: cancelled, context: context, release: release))
        }
}

extension UnsafeMutablePointer<RequestRecord> {
    /// The class that runs now.
    var currentObject: UnsafeMutablePointer<ClassRecord>? { currentStep?.pointee.object }

    /// The step that runs now.
    var currentStep: UnsafePointer<RouteStep>? {
        guard let route = pointee.route else { return nil }
        if pointee.isInErrorStage {
            return pointee.step < route.pointee.errorStepCount ? route.pointee.errorSteps + pointee.step : nil
        }
        return pointee.step < route.pointee.stepCount ? route.pointee.steps + pointee.step : nil
    }

    /// Keeps the error with which the running object is about to answer.
    func noteFailure(
        _ code: UnsafePointer<CChar>?, _ message: UnsafePointer<CChar>?, _ data: UnsafePointer<qc_value>?
    ) {
        let code = code.map { String(cString: $0) } ?? ""
        let message = message.map { String(cString: $0) } ?? ""
        // Another error object's failure is logged, and changes nothing.
        if pointee.isInErrorStage {
            logErrorObject(code, message)
            return
        }
        let copy = data.flatMap { pointee.arena.copy($0.pointee) } ?? qc_value()
        let allowed = currentObject?.pointee.plugin.takeUnretainedValue().mayRaise(code) ?? false
        if allowed {
            noteEnding(ErrorCode(rawValue: code), message, copy)
        } else {
            noteEnding(.pluginFailed, "\(message) (with the code \"\(code)\", which its manifest does not list)", copy)
        }
    }

    private func noteEnding(_ code: ErrorCode, _ message: String, _ data: qc_value) {
        noteObject()
        fail(code, message, data: data)
        // It counts once the object returns `QC_FAILED`.
        pointee.ending = .value
        pointee.failureStep = pointee.step
    }

    /// Notes the running object as the one that ends the request.
    func noteObject() {
        guard let object = currentObject else { return }
        pointee.endingStage = object.pointee.stage
        pointee.endingObject = object.pointee.name
    }

    private func logErrorObject(_ code: String, _ message: String) {
        guard let object = currentObject else { return }
        let name = String(cString: object.pointee.name)
        let plugin = object.pointee.plugin.takeUnretainedValue()
        plugin.controller.log(
            .error, "\(name) failed while it handled an error: \(code): \(message)", plugin: plugin.id)
    }
}
