/// Tells valid UTF-8 from other bytes.
///
/// - SeeAlso: The Unicode Standard, table 3-7, "Well-Formed UTF-8 Byte Sequences".
enum UTF8Check {
    /// The offset of the first byte that is not UTF-8, or nil if all is well. Linear; eight bytes a step through ASCII.
    static func firstFault(in bytes: UnsafeRawBufferPointer) -> Int? {
        var offset = 0
        while offset < bytes.count {
            if offset + 8 <= bytes.count,
                bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
            {
                offset += 8
            } else if bytes[offset] < 0x80 {
                offset += 1
            } else {
                let length = sequenceLength(in: bytes, at: offset)
                guard length > 0 else { return offset }
                offset += length
            }
        }
        return nil
    }

    /// The length of the well-formed sequence at `offset`, from 1 to 4; 0 if there is none.
    static func sequenceLength(in bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
        let first = bytes[offset]
        let (length, second): (Int, ClosedRange<UInt8>) =
            switch first {
            case 0x00...0x7F: (1, 0x80...0xBF)
            case 0xC2...0xDF: (2, 0x80...0xBF)
            case 0xE0: (3, 0xA0...0xBF)
            case 0xED: (3, 0x80...0x9F)
            case 0xE1...0xEF: (3, 0x80...0xBF)
            case 0xF0: (4, 0x90...0xBF)
            case 0xF1...0xF3: (4, 0x80...0xBF)
            case 0xF4: (4, 0x80...0x8F)
            default: (0, 0x80...0xBF)
            }
        guard length > 1 else { return length }
        guard offset + length <= bytes.count, second.contains(bytes[offset + 1]) else { return 0 }
        for next in offset + 2..<max(offset + 2, offset + length) where bytes[next] & 0xC0 != 0x80 { return 0 }
        return length
    }
}
