internal import QuickConnectPlugin

/// JSON text in the making, which ``JSONReader`` reads back to the same values.
struct JSONText {
    /// Values inside one another that a preference may have: as many as a message may.
    static let deepest = 512

    /// What was written so far.
    private(set) var utf8: [UInt8] = []

    /// The text of an object with these members, one a line, so that people can read and compare files.
    ///
    /// - Throws: `INVALID_PARAMETERS` for what JSON lacks, with the name; `TOO_DEEP`.
    static func lines(of table: [PreferenceName: Value]) throws(CommandError) -> [UInt8] {
        var text = JSONText()
        text.append("{")
        for (index, (name, value)) in table.sorted(by: { $0.key < $1.key }).enumerated() {
            text.append(index == 0 ? "\n" : ",\n")
            text.append(quoting: name.text)
            text.append(": ")
            try text.append(value, of: name, depth: 0)
        }
        text.append(table.isEmpty ? "}\n" : "\n}\n")
        return text.utf8
    }

    private mutating func append(_ value: Value, of name: PreferenceName, depth: Int) throws(CommandError) {
        guard depth <= JSONText.deepest else {
            throw CommandError(.tooDeep, "values inside one another go at most \(JSONText.deepest) deep; flatten them")
        }
        switch value {
        case .null: append("null")
        case .boolean(let flag): append(flag ? "true" : "false")
        case .integer(let number): append("\(number)")
        case .unsigned(let number): append("\(number)")
        case .double(let number) where number.isFinite: append("\(number)")
        case .string(let text): append(quoting: text)
        case .array(let elements): try append(elements, of: name, depth: depth)
        case .object(let object): try append(object, of: name, depth: depth)
        case .double, .bytes, .handle:
            throw CommandError(
                .invalidParameters,
                "\"\(name.text.prefix(40))\" holds \(value.kind.phrase) that JSON lacks; give numbers, text and lists of them"
            )
        }
    }

    private mutating func append(_ list: [Value], of name: PreferenceName, depth: Int) throws(CommandError) {
        append("[")
        for (index, element) in list.enumerated() {
            if index > 0 { append(",") }
            try append(element, of: name, depth: depth + 1)
        }
        append("]")
    }

    private mutating func append(_ object: ValueObject, of name: PreferenceName, depth: Int) throws(CommandError) {
        append("{")
        for (index, member) in object.members.enumerated() {
            if index > 0 { append(",") }
            append(quoting: member.key)
            append(":")
            try append(member.value, of: name, depth: depth + 1)
        }
        append("}")
    }

    private mutating func append(quoting text: String) {
        append("\"")
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): utf8 += [UInt8(ascii: "\\"), byte]
            case ..<0x20: append((byte < 16 ? "\\u000" : "\\u00") + String(byte, radix: 16))
            default: utf8.append(byte)
            }
        }
        append("\"")
    }

    private mutating func append(_ text: String) { utf8.append(contentsOf: text.utf8) }
}
