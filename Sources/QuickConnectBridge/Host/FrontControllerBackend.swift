internal import CQuickConnect
package import QuickConnect
internal import QuickConnectPlugin

/// Has a front controller serve the messages of a script.
package final class FrontControllerBackend: CommandBackend {
    private let controller: FrontController

    /// A backend that sends to `controller`, as pages of the app that runs.
    package init(_ controller: FrontController) {
        self.controller = controller
    }

    package func send(
        _ message: UnsafeRawBufferPointer, page: UInt64, on loop: ScriptLoop,
        progress: (@Sendable (UnsafeRawBufferPointer) -> Void)?,
        reply: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
    ) -> UInt64 {
        let limits = controller.configuration.limits
        var onProgress: (@Sendable (Value) -> Void)?
        if let progress { onProgress = { Self.withJSON(of: $0, progress) } }
        let onReply: @Sendable (ReplyView) -> Void = { $0.withEnvelope(limits: limits, reply) }
        return controller.send(
            message, from: Source(.page, page: page), on: loop, onProgress: onProgress, reply: onReply)
    }

    package func cancel(_ request: UInt64) {
        controller.cancel(request)
    }

    package func observeEvents(_ listener: @escaping @Sendable (String, UnsafeRawBufferPointer) -> Void) {
        controller.onEvent { event in
            Self.withJSON(of: event.value) { listener(event.name, $0) }
        }
    }

    /// Lends `value` as JSON; as null if it cannot be written.
    private static func withJSON(of value: Value, _ body: (UnsafeRawBufferPointer) -> Void) {
        let text = withTemporaryValue(value) { raw in
            do throws(MessageError) {
                return try JSONText.text(of: raw.pointee)
            } catch {
                return Array("null".utf8)
            }
        }
        (text ?? Array("null".utf8)).withUnsafeBytes(body)
    }
}

extension ScriptLoop: CallerExecutor {}
