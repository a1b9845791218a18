internal import CQuickConnect
internal import QuickConnectPlugin

extension ReplyView {
    /// Lends the reply as a JSON envelope, `{"v":1,"id":…,"ok":value}` and so on, for the length of the call.
    ///
    /// A value that cannot be written, as one that is nested too deeply, becomes an error reply that says so.
    ///
    /// - Parameter limits: Of these, ``Limits/messageBytes`` and ``Limits/jsonDepth`` count here.
    package func withEnvelope(limits: Limits = Limits(), _ body: (UnsafeRawBufferPointer) -> Void) {
        var writer = JSONWriter(limits: limits)
        do throws(MessageError) {
            try write(to: &writer)
        } catch {
            writer.reset()
            let text = error.message
            do throws(MessageError) {
                try writer.writeReply(
                    to: id, error: error.code, message: text, stage: nil, object: nil, data: qc_value())
            } catch {
                return Self.noMemory.withUnsafeBytes(body)
            }
        }
        body(writer.bytes)
    }

    private func write(to writer: inout JSONWriter) throws(MessageError) {
        switch Int(raw.kind) {
        case QC_REPLY_VALUE: try writer.writeReply(to: id, value: raw.value)
        case QC_REPLY_STOP:
            try writer.writeReply(to: id, stoppedIn: Stage(rawValue: raw.stage) ?? .validation, object: raw.object)
        default:
            let object = raw.object.map { String(cString: $0) }
            try writer.writeReply(
                to: id, error: ErrorCode(rawValue: raw.code.map { String(cString: $0) } ?? "INTERNAL"),
                message: raw.message.map { String(cString: $0) } ?? "",
                stage: object == nil ? nil : Stage(rawValue: raw.stage), object: object, data: raw.data)
        }
    }

    /// What is said where there is no memory to say more.
    private static let noMemory = Array(
        #"{"v":1,"id":null,"error":{"code":"TOO_LARGE","message":"There is no memory for the reply."}}"#.utf8)
}
