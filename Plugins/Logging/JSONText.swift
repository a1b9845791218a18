internal import CQuickConnect
internal import QuickConnectPlugin

/// JSON text in the making, without spaces, that stops once it is longer than anybody will read.
struct JSONText {
    /// Past this depth a value is written as `null`: no message is that deep.
    private static let deepest = 512

    /// What was written so far; a little longer than the limit where the value did not fit.
    private(set) var utf8: [UInt8] = []
    private let limit: Int

    /// - Parameter limit: The length in bytes after which nothing more is begun.
    init(limit: Int) { self.limit = limit }

    /// Appends `value`. Numbers that JSON lacks become `null`, bytes and handles a text in angle brackets.
    mutating func append(_ value: ValueView) { append(value, depth: 0) }

    private mutating func append(_ value: ValueView, depth: Int) {
        guard depth <= JSONText.deepest, utf8.count <= limit else { return append("null") }
        switch value.kind {
        case .absent, .null, nil: append("null")
        case .boolean: append(value.boolean == true ? "true" : "false")
        case .integer: append("\(value.integer ?? 0)")
        case .unsigned: append("\(value.unsigned ?? 0)")
        case .double: append(value.double.map { $0.isFinite ? "\($0)" : "null" } ?? "null")
        case .string: append(quoting: value)
        case .bytes: append("\"<\(value.raw.length) bytes>\"")
        case .handle: append("\"<handle>\"")
        case .array: appendElements(of: value, depth: depth)
        case .object: appendMembers(of: value, depth: depth)
        }
    }

    private mutating func appendElements(of array: ValueView, depth: Int) {
        append("[")
        for (index, element) in (array.elements ?? .init(start: nil, count: 0)).enumerated() where utf8.count <= limit {
            if index > 0 { append(",") }
            append(ValueView(element), depth: depth + 1)
        }
        append("]")
    }

    private mutating func appendMembers(of object: ValueView, depth: Int) {
        append("{")
        for (index, member) in (object.members ?? .init(start: nil, count: 0)).enumerated() where utf8.count <= limit {
            if index > 0 { append(",") }
            append(quoting: ValueView(member.key))
            append(":")
            append(ValueView(member.value), depth: depth + 1)
        }
        append("}")
    }

    private mutating func append(quoting text: ValueView) {
        append("\"")
        for byte in (text.utf8 ?? .init(start: nil, count: 0)).prefix(limit) {
            switch byte {
            case UInt8(ascii: "\""): append("\\\"")
            case UInt8(ascii: "\\"): append("\\\\")
            case ..<0x20: append(LineText.escape(Unicode.Scalar(byte)))
            default: utf8.append(byte)
            }
        }
        append("\"")
    }

    private mutating func append(_ text: String) { utf8.append(contentsOf: text.utf8) }
}
