internal import QuickConnectPlugin

/// Reads the JSON text of a file, which anybody may have changed.
///
/// - SeeAlso: <https://www.rfc-editor.org/rfc/rfc8259>
struct JSONReader {
    /// What is wrong with the text.
    struct Fault: Error {
        /// The byte at which it begins.
        let offset: Int
    }

    private let bytes: [UInt8]
    private var place = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The members of the object that the text is. Of a name that stands twice the last value counts.
    static func table(of bytes: [UInt8]) throws(Fault) -> [PreferenceName: Value] {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw Fault(offset: 0) }
        var reader = JSONReader(bytes)
        reader.skipSpace()
        // The values of the outermost object are at depth 0.
        let members = try reader.members(depth: -1)
        reader.skipSpace()
        guard reader.place == bytes.count else { throw reader.fault }
        return members.reduce(into: [:]) { $0[PreferenceName(text: $1.key)] = $1.value }
    }

    private var fault: Fault { Fault(offset: place) }
    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func value(depth: Int) throws(Fault) -> Value {
        guard depth <= JSONText.deepest else { throw fault }
        switch next {
        case UInt8(ascii: "{"):
            return .object(ValueObject(distinct: try members(depth: depth)))
        case UInt8(ascii: "["): return .array(try elements(depth: depth))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func members(depth: Int) throws(Fault) -> [(key: String, value: Value)] {
        var members: [(key: String, value: Value)] = []
        var places: [PreferenceName: Int] = [:]
        try list("{", "}") { reader throws(Fault) in
            let key = try reader.string()
            reader.skipSpace()
            try reader.take(":")
            reader.skipSpace()
            let value = try reader.value(depth: depth + 1)
            if let place = places[PreferenceName(text: key)] {
                members[place].value = value
            } else {
                places[PreferenceName(text: key)] = members.count
                members.append((key, value))
            }
        }
        return members
    }

    private mutating func elements(depth: Int) throws(Fault) -> [Value] {
        var elements: [Value] = []
        try list("[", "]") { reader throws(Fault) in elements.append(try reader.value(depth: depth + 1)) }
        return elements
    }

    private mutating func list(
        _ begin: Unicode.Scalar, _ end: Unicode.Scalar, _ item: (inout JSONReader) throws(Fault) -> Void
    ) throws(Fault) {
        try take(begin)
        skipSpace()
        guard next != UInt8(ascii: end) else { return place += 1 }
        while true {
            try item(&self)
            skipSpace()
            if next == UInt8(ascii: end) { return place += 1 }
            try take(",")
            skipSpace()
        }
    }

    private mutating func string() throws(Fault) -> String {
        try take("\"")
        var text: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                place += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): try escape(into: &text)
            case ..<0x20: throw fault
            default:
                text.append(byte)
                place += 1
            }
        }
        throw fault
    }

    private mutating func escape(into text: inout [UInt8]) throws(Fault) {
        place += 1
        let letters: [UInt8: UInt8] = [
            UInt8(ascii: "\""): 0x22, UInt8(ascii: "\\"): 0x5C, UInt8(ascii: "/"): 0x2F, UInt8(ascii: "b"): 8,
            UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9,
        ]
        guard let letter = next else { throw fault }
        place += 1
        if let byte = letters[letter] { return text.append(byte) }
        place -= 1
        try take("u")
        var code = try digits()
        if (0xD800..<0xDC00).contains(code) {
            try take("\\")
            try take("u")
            let low = try digits()
            guard (0xDC00..<0xE000).contains(low) else { throw fault }
            code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(code) else { throw fault }
        text.append(contentsOf: String(scalar).utf8)
    }

    private mutating func digits() throws(Fault) -> UInt32 {
        let text = bytes[place...].prefix(4)
        guard text.count == 4, text.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
            let code = UInt32(String(decoding: text, as: UTF8.self), radix: 16)
        else { throw fault }
        place += 4
        return code
    }

    private mutating func number() throws(Fault) -> Value {
        let start = place
        if next == UInt8(ascii: "-") { place += 1 }
        let isZero = next == UInt8(ascii: "0")
        let whole = skipDigits()
        guard whole > 0, !isZero || whole == 1 else { throw Fault(offset: start) }
        var isWhole = true
        if next == UInt8(ascii: ".") {
            isWhole = false
            place += 1
            guard skipDigits() > 0 else { throw fault }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            isWhole = false
            place += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { place += 1 }
            guard skipDigits() > 0 else { throw fault }
        }
        let text = String(decoding: bytes[start..<place], as: UTF8.self)
        if isWhole, let value = Int64(text) { return .integer(value) }
        if isWhole, let value = UInt64(text) { return .unsigned(value) }
        guard let value = Double(text), value.isFinite else { throw Fault(offset: start) }
        return .double(value)
    }

    private mutating func skipDigits() -> Int {
        let start = place
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { place += 1 }
        return place - start
    }

    private mutating func word(_ word: StaticString, _ value: Value) throws(Fault) -> Value {
        for index in 0..<word.utf8CodeUnitCount {
            guard next == word.utf8Start[index] else { throw fault }
            place += 1
        }
        return value
    }

    private mutating func take(_ letter: Unicode.Scalar) throws(Fault) {
        guard next == UInt8(ascii: letter) else { throw fault }
        place += 1
    }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
    }
}
