internal import QuickConnectPlugin

/// A second reader of JSON, strict and slow, that finds what is wrong with a text, and where.
///
/// simdjson says only that something is wrong. This reader runs when it does, without recursion, and stops at the first
/// fault in the order of the bytes. It follows RFC 8259.
struct JSONScanner {
    /// What may stand next, white space apart.
    private enum Expected {
        case value
        case firstElement
        case firstKey
        case key
        case separator
    }

    private let bytes: UnsafeRawBufferPointer
    private let depth: Int
    private var offset = 0

    /// One entry for each array (false) or object (true) that is open.
    private var open: [Bool] = []

    /// True to pass over what is JSON by its grammar and faulty all the same: numbers past the range, half surrogate pairs.
    private var minds = true

    /// The offset after each integer that 64 bits cannot hold, in order.
    private(set) var longIntegers: [Int] = []

    /// A scanner of `bytes`, which live as long as it does, for at most `depth` arrays and objects inside one another.
    init(_ bytes: UnsafeRawBufferPointer, depth: Int) {
        self.bytes = bytes
        self.depth = depth
    }

    /// True if the text is JSON by its grammar, whatever its numbers, escapes and depth.
    static func followsGrammar(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var scanner = JSONScanner(bytes, depth: .max)
        scanner.minds = false
        do throws(MessageError) {
            try scanner.scan()
            return true
        } catch {
            return false
        }
    }

    /// Reads the whole text.
    ///
    /// - Throws: `BAD_JSON`, `BAD_ENCODING`, `BAD_NUMBER` or `TOO_DEEP`, with the offset of the first fault.
    mutating func scan() throws(MessageError) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            throw MessageError(.badJSON, at: 0, "JSON text begins with a byte order mark: leave its three bytes out")
        }
        var expected = Expected.value
        while true {
            skipSpace()
            if expected == .separator, open.isEmpty { break }
            expected = try step(expected)
        }
        guard offset == bytes.count else { throw unexpected("nothing may follow the JSON value: remove what does") }
    }

    private mutating func step(_ expected: Expected) throws(MessageError) -> Expected {
        switch expected {
        case .value:
            return try scanValue()
        case .firstElement:
            return take(UInt8(ascii: "]")) ? close() : try scanValue()
        case .firstKey:
            return take(UInt8(ascii: "}")) ? close() : try scanKey()
        case .key:
            return try scanKey()
        case .separator:
            return try scanSeparator()
        }
    }

    private mutating func close() -> Expected {
        open.removeLast()
        return .separator
    }

    private mutating func scanSeparator() throws(MessageError) -> Expected {
        let isObject = open.last == true
        if take(UInt8(ascii: ",")) { return isObject ? .key : .value }
        if take(UInt8(ascii: isObject ? "}" : "]")) { return close() }
        throw unexpected("a comma or \(isObject ? "}" : "]") must stand here")
    }

    private mutating func scanKey() throws(MessageError) -> Expected {
        guard peek == UInt8(ascii: "\"") else { throw unexpected("a key in double quotes must stand here") }
        try scanString()
        skipSpace()
        guard take(UInt8(ascii: ":")) else { throw unexpected("a colon must follow the key") }
        return .value
    }

    private mutating func scanValue() throws(MessageError) -> Expected {
        switch peek ?? 0 {
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            return try openContainer()
        case UInt8(ascii: "\""):
            try scanString()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            try scanNumber()
        case UInt8(ascii: "t"):
            try scanWord("true")
        case UInt8(ascii: "f"):
            try scanWord("false")
        case UInt8(ascii: "n"):
            try scanWord("null")
        default:
            throw unexpected("a JSON value must stand here")
        }
        return .separator
    }

    private mutating func openContainer() throws(MessageError) -> Expected {
        guard open.count < depth else {
            let limit = "no more than \(depth) arrays and objects may stand inside one another"
            throw MessageError(.tooDeep, at: offset, "\(limit): send a flatter value, or raise the limit")
        }
        let isObject = peek == UInt8(ascii: "{")
        open.append(isObject)
        offset += 1
        return isObject ? .firstKey : .firstElement
    }

    private mutating func scanWord(_ word: StaticString) throws(MessageError) {
        let start = offset
        for index in 0..<word.utf8CodeUnitCount where !take(word.utf8Start[index]) {
            offset = start
            throw unexpected("a JSON value must stand here: text in double quotes, or true, false or null")
        }
    }
}

// MARK: - Strings

extension JSONScanner {
    private mutating func scanString() throws(MessageError) {
        let start = offset
        offset += 1
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                return
            case UInt8(ascii: "\\"):
                try scanEscape()
            case 0..<0x20:
                throw unexpected("write control characters in strings as escapes, as in \\n and \\u0000")
            case 0x80...:
                let length = UTF8Check.sequenceLength(in: bytes, at: offset)
                guard length > 0 else { throw notUTF8() }
                offset += length
            default:
                offset += 1
            }
        }
        throw MessageError(.badJSON, at: start, "this string has no end: close it with a double quote")
    }

    private mutating func scanEscape() throws(MessageError) {
        let start = offset
        offset += 1
        switch peek {
        case UInt8(ascii: "u"):
            offset = start
            try scanUnicodeEscape()
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            offset += 1
        default:
            let escapes = #"\" \\ \/ \b \f \n \r \t \u"#
            throw MessageError(.badJSON, at: start, "JSON has no such escape: it has \(escapes); double the backslash")
        }
    }

    private mutating func scanUnicodeEscape() throws(MessageError) {
        let start = offset
        guard let unit = takeUnit() else {
            throw MessageError(.badJSON, at: start, "four hexadecimal digits must follow \\u")
        }
        guard 0xD800...0xDFFF ~= unit, minds else { return }
        if unit < 0xDC00, let low = takeUnit(), 0xDC00...0xDFFF ~= low { return }
        let message = "half of a surrogate pair stands alone: send both halves, or replace it with U+FFFD"
        throw MessageError(.badEncoding, at: start, message)
    }

    /// Takes `\u` and its four digits, if they stand here.
    private mutating func takeUnit() -> UInt32? {
        guard offset + 6 <= bytes.count, bytes[offset] == UInt8(ascii: "\\"), bytes[offset + 1] == UInt8(ascii: "u")
        else { return nil }
        var unit: UInt32 = 0
        for index in offset + 2..<offset + 6 {
            guard let digit = HexDigit.value(of: bytes[index]) else { return nil }
            unit = unit << 4 | UInt32(digit)
        }
        offset += 6
        return unit
    }
}

// MARK: - Numbers

extension JSONScanner {
    private mutating func scanNumber() throws(MessageError) {
        let start = offset
        let isNegative = take(UInt8(ascii: "-"))
        let digits = offset
        if !take(UInt8(ascii: "0")) { try scanDigits() }
        if let byte = peek, isDigit(byte) {
            throw MessageError(.badJSON, at: start, "a number may not begin with a zero: leave it out")
        }
        if try !scanFractionAndExponent() {
            guard isLong(digits..<offset, isNegative: isNegative) else { return }
            longIntegers.append(offset)
        }
        guard minds else { return }
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        guard Double(text)?.isFinite == true else {
            let message = "this number is past the range of a double, about 1.8e308: send a smaller one, or text"
            throw MessageError(.badNumber, at: start, message)
        }
    }

    /// Takes what makes a number a double; false if there is nothing of it.
    private mutating func scanFractionAndExponent() throws(MessageError) -> Bool {
        let start = offset
        if take(UInt8(ascii: ".")) { try scanDigits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            _ = take(UInt8(ascii: "+")) || take(UInt8(ascii: "-"))
            try scanDigits()
        }
        return offset > start
    }

    private mutating func scanDigits() throws(MessageError) {
        let start = offset
        while let byte = peek, isDigit(byte) { offset += 1 }
        guard offset > start else { throw unexpected("a digit must stand here") }
    }

    private func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

    private func isLong(_ digits: Range<Int>, isNegative: Bool) -> Bool {
        var magnitude: UInt64 = 0
        for byte in bytes[digits] {
            let (product, overflows) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, carries) = product.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
            if overflows || carries { return true }
            magnitude = sum
        }
        return isNegative && magnitude > Int64.min.magnitude
    }
}

// MARK: - Bytes

extension JSONScanner {
    private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        offset += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    /// The error for the byte at the offset, or for the end of the text.
    private func unexpected(_ message: String) -> MessageError {
        guard let byte = peek else {
            return MessageError(.badJSON, at: offset, "the JSON text ends too early: \(message)")
        }
        guard byte < 0x80 || UTF8Check.sequenceLength(in: bytes, at: offset) > 0 else { return notUTF8() }
        return MessageError(.badJSON, at: offset, message)
    }

    private func notUTF8() -> MessageError {
        MessageError(.badEncoding, at: offset, "this byte is not UTF-8: encode the text as UTF-8")
    }
}
