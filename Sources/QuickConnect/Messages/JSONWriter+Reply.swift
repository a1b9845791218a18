package import CQuickConnect
package import QuickConnectPlugin

extension JSONWriter {
    /// Appends a reply with a value: `{"v":1,"id":…,"ok":value}`, and `"warnings"` if parts of the value became null.
    ///
    /// - Parameters:
    ///   - id: The message's; absent is written as null.
    ///   - value: What the command gave; absent is written as null.
    /// - Throws: What ``write(_:)`` throws. Nothing is appended then; answer with an error.
    package mutating func writeReply(to id: qc_value, value: qc_value) throws(MessageError) {
        try attempt { writer throws(MessageError) in
            try writer.begin(id)
            try writer.append(",\"ok\":")
            try writer.write(value)
            try writer.end()
        }
    }

    /// Appends a reply that says which object stopped the request: `"stop":{"stage":…,"object":…}`.
    ///
    /// - Parameter object: The name of its class; nil if it was none.
    /// - Throws: `TOO_LARGE` if there is no memory.
    package mutating func writeReply(to id: qc_value, stoppedIn stage: Stage, object: UnsafePointer<CChar>?)
        throws(MessageError)
    {
        try attempt { writer throws(MessageError) in
            try writer.begin(id)
            try writer.append(",\"stop\":{\"stage\":")
            try writer.append(stage.json)
            try writer.append(",\"object\":")
            try writer.writeText(object)
            try writer.append("}")
            try writer.end()
        }
    }

    /// Appends a reply with an error: `"error":{"code":…,"message":…,"stage":…,"object":…,"data":…}`.
    ///
    /// All five members are there; what is not known is null.
    ///
    /// - Throws: `TOO_LARGE` if there is no memory.
    package mutating func writeReply(
        to id: qc_value, error code: ErrorCode, message: String, stage: Stage?, object: String?, data: qc_value
    ) throws(MessageError) {
        try attempt { writer throws(MessageError) in
            try writer.begin(id)
            try writer.append(",\"error\":")
            try writer.writeError(code, message: message, stage: stage, object: object, data: data)
            try writer.end()
        }
    }

    /// Appends an error object alone, as `qc call` prints it.
    ///
    /// - Parameter data: What belongs to the error. If it cannot be written it is null, with a warning.
    /// - Throws: `TOO_LARGE` if there is no memory.
    package mutating func writeError(
        _ code: ErrorCode, message: String, stage: Stage?, object: String?, data: qc_value
    ) throws(MessageError) {
        try append("{\"code\":")
        try writeText(code.rawValue)
        try append(",\"message\":")
        try writeText(message)
        try append(",\"stage\":")
        try append(stage?.json ?? "null")
        try append(",\"object\":")
        try writeText(object)
        try append(",\"data\":")
        do throws(MessageError) {
            try write(data)
        } catch {
            note("the error's data became null: \(error.message)")
            try append("null")
        }
        try append("}")
    }

    /// Runs `body`, and takes back what it appended if it throws.
    private mutating func attempt(_ body: (inout JSONWriter) throws(MessageError) -> Void) throws(MessageError) {
        let start = count
        do throws(MessageError) {
            try body(&self)
        } catch {
            truncate(to: start)
            throw error
        }
    }

    private mutating func begin(_ id: qc_value) throws(MessageError) {
        try append("{\"v\":1,\"id\":")
        try write(id)
    }

    private mutating func end() throws(MessageError) {
        if !warnings.isEmpty {
            try append(",\"warnings\":")
            for index in warnings.indices {
                try append(index == 0 ? UInt8(ascii: "[") : UInt8(ascii: ","))
                try writeText(warnings[index])
            }
            try append("]")
        }
        try append("}")
    }

    private mutating func writeText(_ text: String?) throws(MessageError) {
        guard let text else { return try append("null") }
        try text.utf8Span.span.withUnsafeBytes { bytes throws(MessageError) in try writeString(bytes) }
    }

    /// Writes a C string, or null for none. What is not UTF-8 in it is replaced.
    private mutating func writeText(_ text: UnsafePointer<CChar>?) throws(MessageError) {
        guard let text else { return try append("null") }
        var length = 0
        while text[length] != 0 { length += 1 }
        let bytes = UnsafeRawBufferPointer(start: text, count: length)
        if UTF8Check.firstFault(in: bytes) == nil {
            try writeString(bytes)
        } else {
            try writeText(String(decoding: bytes, as: UTF8.self))
        }
    }
}

extension Stage {
    /// The stage's name in a reply, as JSON.
    fileprivate var json: StaticString {
        switch self {
        case .validation: "\"validation\""
        case .business: "\"business\""
        case .view: "\"view\""
        case .error: "\"error\""
        }
    }
}
