internal import CQuickConnect
internal import QuickConnectPlugin

extension ReplyView {
    /// Appends the reply in message form. One whose value JSON cannot hold becomes an error that says so.
    ///
    /// - Throws: `TOO_LARGE` if there is no memory.
    package func write(to writer: inout JSONWriter) throws(MessageError) {
        do throws(MessageError) {
            try writeAsItIs(to: &writer)
        } catch {
            // What is no UTF-8 or no JSON was made by a plugin, against the rules.
            let isBreach = error.code == .badEncoding || error.code == .badJSON
            try writer.writeReply(
                to: id, error: isBreach ? .pluginFailed : error.code,
                message: "the reply cannot be written: \(error.message)", stage: nil, object: nil, data: qc_value())
        }
    }

    private func writeAsItIs(to writer: inout JSONWriter) throws(MessageError) {
        switch raw.kind {
        case qc_reply_kind(QC_REPLY_VALUE): try writer.writeReply(to: id, value: raw.value)
        case qc_reply_kind(QC_REPLY_STOP):
            try writer.writeReply(
                to: id, stoppedIn: Stage(rawValue: raw.stage) ?? .validation, object: raw.object)
        default:
            let code = raw.code.map { String(cString: $0) } ?? ErrorCode.internal.rawValue
            let object = raw.object.map { String(cString: $0) }
            try writer.writeReply(
                to: id, error: ErrorCode(rawValue: code), message: raw.message.map { String(cString: $0) } ?? "",
                stage: object == nil ? nil : Stage(rawValue: raw.stage), object: object, data: raw.data)
        }
    }
}
