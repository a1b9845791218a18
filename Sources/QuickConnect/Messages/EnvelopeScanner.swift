/// Finds the id in an envelope that is not JSON, or too deep or too large to be parsed.
///
/// It looks at nothing but strings and brackets, so what is wrong in the parameters does not keep it from finding an id.
enum EnvelopeScanner {
    /// Where the value of the last member `id` of the outermost object is: a string, or what stands up to the next comma,
    /// bracket, quote or space. Nil if there is none. Linear.
    static func idPlace(in bytes: UnsafeRawBufferPointer) -> Range<Int>? {
        var depth = 0
        var offset = 0
        var place: Range<Int>?
        while offset < bytes.count {
            let start = offset
            offset += 1
            switch bytes[start] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""):
                guard let end = stringEnd(in: bytes, from: start) else { return place }
                offset = end
                guard depth == 1, bytes[start..<end].elementsEqual("\"id\"".utf8) else { continue }
                place = valuePlace(in: bytes, after: end) ?? place
            default: continue
            }
        }
        return place
    }

    /// The offset after the string that begins at `start`.
    private static func stringEnd(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var offset = start + 1
        while offset < bytes.count {
            if bytes[offset] == UInt8(ascii: "\"") { return offset + 1 }
            offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
        }
        return nil
    }

    /// Where the value is that follows a key, if a colon and a value follow.
    private static func valuePlace(in bytes: UnsafeRawBufferPointer, after key: Int) -> Range<Int>? {
        guard let colon = bytes[key...].firstIndex(where: { !isSpace($0) }), bytes[colon] == UInt8(ascii: ":"),
            let start = bytes[(colon + 1)...].firstIndex(where: { !isSpace($0) })
        else { return nil }
        if bytes[start] == UInt8(ascii: "\"") { return stringEnd(in: bytes, from: start).map { start..<$0 } }
        let end = bytes[start...].firstIndex { endsWord($0) }
        return start..<(end ?? bytes.count)
    }

    /// True of what no number and no literal holds. A quote is among them: up to the next key and no further, so that a text
    /// full of keys is not read again for each.
    private static func endsWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "\""): true
        default: isSpace(byte)
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }
}
