/// A line in the making that stays one line, whatever is put into it.
struct LineText {
    private var utf8: [UInt8] = []

    /// Appends text that is the plugin's own.
    mutating func append(_ text: String) { utf8.append(contentsOf: text.utf8) }

    /// Appends text of others: what could end the line, move the cursor or turn the direction of writing is escaped as JSON
    /// escapes it. A backslash stays one, so that paths and JSON stay readable.
    mutating func append(escaping text: String) {
        for scalar in text.unicodeScalars {
            if LineText.isHarmless(scalar) {
                utf8.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            } else {
                append(LineText.escape(scalar))
            }
        }
    }

    /// The line with its newline.
    func ended() -> [UInt8] { utf8 + [UInt8(ascii: "\n")] }

    /// The escape of a scalar of the basic plane: `\n`, `\r`, `\t`, else `\u` and four digits.
    static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        default:
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
    }

    /// False for control characters (U+0085 among them), line and paragraph separators, and the marks, embeddings,
    /// overrides and isolates of bidirectional text.
    ///
    /// - SeeAlso: <https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters>
    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: false
        default: true
        }
    }
}
