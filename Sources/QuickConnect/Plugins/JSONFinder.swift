/// Finds where in a JSON text a value stands.
///
/// Values do not know their place, since nobody asks until something is wrong. This second scan runs then. The text has
/// been parsed before; should it be no JSON all the same, the scan stops early and names a place near by.
struct JSONFinder {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The bytes of the value at `path`; where the path leads out of the text, those of the last value that exists.
    static func range(of path: [JSONStep], in bytes: UnsafeRawBufferPointer) -> Range<Int> {
        var scanner = JSONFinder(bytes)
        scanner.skipSpace()
        for step in path {
            guard let inside = scanner.position(of: step) else { break }
            scanner.position = inside
        }
        let start = scanner.position
        scanner.skipValue()
        return start..<max(start, scanner.position)
    }

    /// The byte at which the key of the member at `path` starts, or its value if the last step is an index.
    static func keyOffset(of path: [JSONStep], in bytes: UnsafeRawBufferPointer) -> Int {
        guard case .key(let key)? = path.last else { return range(of: path, in: bytes).lowerBound }
        var scanner = JSONFinder(bytes)
        scanner.position = range(of: Array(path.dropLast()), in: bytes).lowerBound
        return scanner.lastMember(key)?.key ?? scanner.position
    }

    private func position(of step: JSONStep) -> Int? {
        switch step {
        case .key(let key): lastMember(key)?.value
        case .index(let index): element(index)
        }
    }

    /// Where the last member with this key stands: a repeated key counts with its last value.
    private func lastMember(_ key: String) -> (key: Int, value: Int)? {
        var scanner = self
        guard scanner.take("{") else { return nil }
        var found: (key: Int, value: Int)?
        while true {
            scanner.skipSpace()
            let start = scanner.position
            guard let name = scanner.string() else { return found }
            scanner.skipSpace()
            guard scanner.take(":") else { return found }
            scanner.skipSpace()
            if name == key { found = (start, scanner.position) }
            scanner.skipValue()
            scanner.skipSpace()
            guard scanner.take(",") else { return found }
        }
    }

    private func element(_ index: Int) -> Int? {
        var scanner = self
        guard scanner.take("[") else { return nil }
        for _ in 0..<index {
            scanner.skipSpace()
            scanner.skipValue()
            scanner.skipSpace()
            guard scanner.take(",") else { return nil }
        }
        scanner.skipSpace()
        return scanner.position
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard current == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    /// Goes past one value. Brackets are counted, not matched: the parser has done that.
    private mutating func skipValue() {
        var depth = 0
        repeat {
            guard let byte = current else { return }
            switch byte {
            case UInt8(ascii: "\""): _ = string()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                position += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return }
                depth -= 1
                position += 1
            default: skipPlain(inside: depth > 0)
            }
        } while depth > 0
    }

    /// Goes past a number or a word; inside brackets past what stands between values, too.
    private mutating func skipPlain(inside: Bool) {
        let stops: [Unicode.Scalar] = inside ? ["\"", "{", "[", "}", "]"] : [",", "}", "]", " ", "\n", "\r", "\t"]
        repeat { position += 1 } while current.map { byte in !stops.contains { UInt8(ascii: $0) == byte } } ?? false
    }

    /// Reads one string, with its escapes; nil if none stands here.
    private mutating func string() -> String? {
        guard take("\"") else { return nil }
        var text: [UInt8] = []
        while let byte = current {
            position += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
            guard byte == UInt8(ascii: "\\") else {
                text.append(byte)
                continue
            }
            guard let escaped = current else { break }
            position += 1
            text += unescape(escaped)
        }
        return nil
    }

    /// The character behind a backslash. Surrogate pairs come out as U+FFFD: no key of a manifest needs them.
    private mutating func unescape(_ byte: UInt8) -> [UInt8] {
        switch byte {
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "u"):
            let digits = bytes[position..<min(position + 4, bytes.count)]
            position += digits.count
            let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0xFFFD
            return Array(String(Unicode.Scalar(number) ?? "\u{FFFD}").utf8)
        default: return [byte]
        }
    }
}
