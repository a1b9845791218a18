internal import CQuickConnect
internal import QuickConnectPlugin

extension JSONWriter {
    /// Writes a value and all that it holds.
    mutating func writeTree(_ value: qc_value) throws(MessageError) {
        trail.closeAll()
        try begin(value)
        while let level = trail.top {
            guard level.pointee.next < level.pointee.end else {
                try append(level.pointee.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
                trail.close()
                continue
            }
            if level.pointee.next > level.pointee.start { try append(UInt8(ascii: ",")) }
            if level.pointee.isObject { try writeKey(next(level)) }
            try begin(next(level))
        }
    }

    @inline(__always)
    private func next(_ level: UnsafeMutablePointer<ValueTrail.Level>) -> qc_value {
        let value = level.pointee.next.pointee
        level.pointee.next += 1
        return value
    }

    private mutating func writeKey(_ key: qc_value) throws(MessageError) {
        guard key.kind == QC_STRING, key.length == 0 || key.as.string != nil else {
            throw MessageError(.badJSON, at: 0, "\(trail.path): the key of a member must be a string")
        }
        try writeString(key)
        try append(UInt8(ascii: ":"))
    }

    /// Writes a value that holds no others; opens one that does.
    ///
    /// A boolean is read as a byte: Swift's `Bool` must be 0 or 1, and a plugin may have left anything.
    private mutating func begin(_ value: qc_value) throws(MessageError) {
        switch Int(value.kind) {
        case QC_ABSENT, QC_NULL: try append("null")
        case QC_BOOLEAN: try append(value.as.bits & 0xFF == 0 ? "false" : "true")
        case QC_INTEGER: try append(value.as.integer.magnitude, isNegative: value.as.integer < 0)
        case QC_UNSIGNED: try append(value.as.unsigned_integer, isNegative: false)
        case QC_DOUBLE: try writeDouble(value.as.number)
        case QC_STRING: try writeString(value)
        case QC_ARRAY, QC_OBJECT: try openContainer(value)
        case QC_BYTES: try writeBytes(value)
        case QC_HANDLE: try writeNull(insteadOf: "a handle")
        default: try writeNull(insteadOf: "a value of the unknown kind \(value.kind)")
        }
    }

    private mutating func openContainer(_ value: qc_value) throws(MessageError) {
        let isObject = value.kind == QC_OBJECT
        guard value.length > 0 else { return try append(isObject ? "{}" : "[]") }
        guard let start = UnsafeRawPointer(value.as.elements) else {
            return try writeNull(insteadOf: "a list without its elements")
        }
        try trail.open(start.assumingMemoryBound(to: qc_value.self), count: Int(value.length), isObject: isObject)
        try append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
    }

    private mutating func writeNull(insteadOf what: String) throws(MessageError) {
        warn(what)
        try append("null")
    }

    private mutating func writeDouble(_ number: Double) throws(MessageError) {
        if number.isFinite {
            try append(number)
        } else {
            try writeNull(insteadOf: number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity")
        }
    }
}

// MARK: - Strings and bytes

extension JSONWriter {
    private mutating func writeString(_ value: qc_value) throws(MessageError) {
        guard value.length == 0 || value.as.string != nil else {
            return try writeNull(insteadOf: "a string without text")
        }
        try writeString(UnsafeRawBufferPointer(start: value.as.string, count: Int(value.length)))
    }

    /// Writes a JSON string with this text.
    ///
    /// - Throws: `BAD_ENCODING` if it is not UTF-8.
    mutating func writeString(_ text: UnsafeRawBufferPointer) throws(MessageError) {
        try append(UInt8(ascii: "\""))
        var start = 0
        while true {
            let end = endOfPlain(text, from: start)
            try append(UnsafeRawBufferPointer(rebasing: text[start..<end]))
            guard end < text.count else { break }
            guard text[end] < 0x80 else {
                throw MessageError(
                    .badEncoding, at: 0, "\(trail.path) is not UTF-8 at its byte \(end): give UTF-8, or bytes")
            }
            try writeEscape(text[end])
            start = end + 1
        }
        try append(UInt8(ascii: "\""))
    }

    /// Where the run ends that needs no escape: at one that does, at a byte that is not UTF-8, or at the end.
    private func endOfPlain(_ text: UnsafeRawBufferPointer, from start: Int) -> Int {
        var offset = start
        while offset < text.count {
            if offset + 8 <= text.count, isPlain(text.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) {
                offset += 8
                continue
            }
            let byte = text[offset]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return offset }
            let length = byte < 0x80 ? 1 : UTF8Check.sequenceLength(in: text, at: offset)
            guard length > 0 else { return offset }
            offset += length
        }
        return offset
    }

    /// True if eight bytes are ASCII that needs no escape.
    ///
    /// - SeeAlso: "Determine if a word has a byte less than n", <https://graphics.stanford.edu/~seander/bithacks.html>
    @inline(__always)
    private func isPlain(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ (ones &* 0x22)
        let backslashes = word ^ (ones &* 0x5C)
        let marks = (word &- ones &* 0x20) | (quotes &- ones) | (backslashes &- ones) | word
        return marks & 0x8080_8080_8080_8080 == 0
    }

    private mutating func writeEscape(_ byte: UInt8) throws(MessageError) {
        switch byte {
        case UInt8(ascii: "\""): try append("\\\"")
        case UInt8(ascii: "\\"): try append("\\\\")
        case 0x08: try append("\\b")
        case 0x09: try append("\\t")
        case 0x0A: try append("\\n")
        case 0x0C: try append("\\f")
        case 0x0D: try append("\\r")
        default:
            let digits: StaticString = "0123456789abcdef"
            try append("\\u00")
            try append(digits.utf8Start[Int(byte >> 4)])
            try append(digits.utf8Start[Int(byte & 15)])
        }
    }

    /// Writes bytes as a string in base64 (RFC 4648, section 4).
    private mutating func writeBytes(_ value: qc_value) throws(MessageError) {
        guard value.length == 0 || value.as.bytes != nil else {
            return try writeNull(insteadOf: "bytes without content")
        }
        let bytes = UnsafeRawBufferPointer(start: value.as.bytes, count: Int(value.length))
        try append(UInt8(ascii: "\""))
        for start in stride(from: 0, to: bytes.count, by: 3) {
            try writeBase64(UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + 3, bytes.count)]))
        }
        try append(UInt8(ascii: "\""))
    }

    private mutating func writeBase64(_ group: UnsafeRawBufferPointer) throws(MessageError) {
        let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        var bits: UInt32 = 0
        for index in 0..<3 { bits = bits << 8 | (index < group.count ? UInt32(group[index]) : 0) }
        for index in 0..<4 {
            let digit = Int(bits >> UInt32(18 - 6 * index)) & 63
            try append(index <= group.count ? alphabet.utf8Start[digit] : UInt8(ascii: "="))
        }
    }
}
