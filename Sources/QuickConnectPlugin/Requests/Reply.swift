package import CQuickConnect

/// What a caller gets: exactly one for each request.
public enum Reply: Sendable, Hashable {
    /// The last value that a business or view object gave, else null.
    case value(Value)
    /// An object stopped the request, which is no error.
    case stop(stage: Stage, object: String)
    /// An object, or the host, answered with an error.
    case error(CommandError)

    /// The value; nil of a stop.
    ///
    /// - Throws: The error, if it is one.
    public func get() throws(CommandError) -> Value? {
        switch self {
        case .value(let value): return value
        case .stop: return nil
        case .error(let error): throw error
        }
    }
}

extension Reply {
    /// A copy of a reply of the ABI.
    package init(_ raw: qc_reply) {
        let object = raw.object.map { String(cString: $0) }
        switch raw.kind {
        case qc_reply_kind(QC_REPLY_VALUE):
            do throws(CommandError) {
                self = .value(try Value(whole: ValueView(raw.value)))
            } catch {
                self = .error(error)
            }
        case qc_reply_kind(QC_REPLY_STOP):
            self = .stop(stage: Stage(rawValue: raw.stage) ?? .validation, object: object ?? "")
        default:
            let data = ValueView(raw.data)
            self = .error(
                CommandError(
                    ErrorCode(rawValue: raw.code.map { String(cString: $0) } ?? ErrorCode.internal.rawValue),
                    raw.message.map { String(cString: $0) } ?? "",
                    data: data.isAbsent ? Value?.none : data.value,
                    stage: object == nil ? nil : Stage(rawValue: raw.stage), object: object))
        }
    }
}
