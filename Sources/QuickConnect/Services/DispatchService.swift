internal import CLinux
internal import CQuickConnect
internal import QuickConnectPlugin

/// `qc.dispatch/1`: requests from one command object to others.
enum DispatchService {
    static let table = qc_dispatch(
        size: UInt32(MemoryLayout<qc_dispatch>.size), reserved: 0, start: start, call: call, cancel: cancel)

    private typealias ReplyFunction = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<qc_reply>?) -> Void

    private static let start:
        @convention(c) (
            UnsafePointer<qc_host>?, UnsafePointer<qc_request>?, UnsafePointer<CChar>?, UnsafePointer<qc_value>?,
            UInt32,
            UInt32, ReplyFunction?, UnsafeMutableRawPointer?
        ) -> UInt64 = { host, parent, command, parameters, count, timeout, reply, context in
            let answer = NestedReply(reply, context)
            guard let command, let activation = Activation.of(host) else {
                return answer.refuse()
            }
            let call = NestedCall(
                plugin: activation.plugin.id, parent: parent, command: command,
                parameters: UnsafeBufferPointer(start: parameters, count: parameters == nil ? 0 : Int(count)),
                timeout: timeout)
            return PluginStack.called { activation.controller.startNested(call) { answer.give($0) } }
        }

    private static let call:
        @convention(c) (
            UnsafePointer<qc_host>?, UnsafePointer<qc_request>?, UnsafePointer<CChar>?, UnsafePointer<qc_value>?,
            UInt32,
            ReplyFunction?, UnsafeMutableRawPointer?
        ) -> Void = { host, parent, command, parameters, count, reply, context in
            let answer = NestedReply(reply, context)
            guard let command, let activation = Activation.of(host) else {
                _ = answer.refuse()
                return
            }
            let call = NestedCall(
                plugin: activation.plugin.id, parent: parent, command: command,
                parameters: UnsafeBufferPointer(start: parameters, count: parameters == nil ? 0 : Int(count)),
                timeout: 0)
            PluginStack.called { activation.controller.callNested(call) { answer.give($0) } }
        }

    private static let cancel: @convention(c) (UnsafePointer<qc_host>?, UInt64) -> Void = { host, number in
        _ = PluginStack.called { Activation.of(host)?.controller.cancel(number) }
    }
}

/// Where a plugin wants the reply to its request.
// The plugin's function may be called on any thread, and its context is its own.
private struct NestedReply: @unchecked Sendable {
    private let function: (@convention(c) (UnsafeMutableRawPointer?, UnsafePointer<qc_reply>?) -> Void)?
    private let context: UnsafeMutableRawPointer?

    init(
        _ function: (@convention(c) (UnsafeMutableRawPointer?, UnsafePointer<qc_reply>?) -> Void)?,
        _ context: UnsafeMutableRawPointer?
    ) {
        self.function = function
        self.context = context
    }

    func give(_ reply: ReplyView) { withUnsafePointer(to: reply.raw) { function?(context, $0) } }

    func refuse() -> UInt64 {
        let error = CommandError(.badRequest, "a request needs a host that is active and a command")
        ReplyView.with(error, number: 0, id: .null, wantsReply: true) { give($0) }
        return 0
    }
}
