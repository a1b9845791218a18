/// Decodes percent escapes, each exactly once. A `+` is a plus (RFC 3986), not a space.
///
/// Each text is decoded to the place in the target that it has in the source, where it always fits.
struct PercentDecoder {
    /// How a decoding ended.
    enum End {
        /// At a `&`, or at the end of the source.
        case done
        /// At an escape that has no two hexadecimal digits.
        case badEscape
    }

    private let source: UnsafeRawPointer
    private let target: UnsafeMutablePointer<UInt8>
    private let end: Int

    /// The offset of the next byte to be read.
    private(set) var offset: Int

    /// A decoder of what lies from `offset` to `end` in the source. The target has as many bytes.
    @inline(__always)
    init(_ source: UnsafeRawPointer, to target: UnsafeMutablePointer<UInt8>, offset: Int, end: Int) {
        self.source = source
        self.target = target
        self.offset = offset
        self.end = end
    }

    /// Decodes as far as it goes.
    ///
    /// - Parameters:
    ///   - start: Where the target's text begins; its end when this returns.
    ///   - toEnd: True if a `&` is text.
    ///   - isLenient: True if a bad escape is text.
    @inline(__always)
    mutating func decode(to write: inout Int, toEnd: Bool, isLenient: Bool) -> End {
        while offset < end {
            let byte = source.load(fromByteOffset: offset, as: UInt8.self)
            if byte == UInt8(ascii: "%") {
                if takeEscape(to: &write) { continue }
                guard isLenient else { return .badEscape }
            } else if byte == UInt8(ascii: "&") {
                guard toEnd else { break }
            } else if end &- offset >= 8 {
                copyPlain(to: &write)
                continue
            }
            target[write] = byte
            write &+= 1
            offset &+= 1
        }
        return .done
    }

    /// Copies bytes that stand for themselves: up to eight, the next `%` or the next `&`.
    @inline(__always)
    private mutating func copyPlain(to write: inout Int) {
        let word = source.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        UnsafeMutableRawPointer(target).storeBytes(of: word, toByteOffset: write, as: UInt64.self)
        let marks = PercentDecoder.marks(word, 0x25) | PercentDecoder.marks(word, 0x26)
        let plain = marks == 0 ? 8 : marks.trailingZeroBitCount &>> 3
        offset &+= plain
        write &+= plain
    }

    /// A word whose lowest set bit is in the lowest byte of `word` that equals `byte`.
    ///
    /// - SeeAlso: "Determine if a word has a zero byte", <https://graphics.stanford.edu/~seander/bithacks.html>
    @inline(__always)
    private static func marks(_ word: UInt64, _ byte: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let zero = UInt64(littleEndian: word) ^ (ones &* byte)
        return (zero &- ones) & ~zero & (ones &* 0x80)
    }

    /// Decodes the escape at the offset; false, and nothing happens, if it is none.
    @inline(__always)
    private mutating func takeEscape(to write: inout Int) -> Bool {
        guard end &- offset >= 3 else { return false }
        let high = HexDigit.bits(of: source.load(fromByteOffset: offset &+ 1, as: UInt8.self))
        let low = HexDigit.bits(of: source.load(fromByteOffset: offset &+ 2, as: UInt8.self))
        guard high | low < 16 else { return false }
        target[write] = high &<< 4 | low
        write &+= 1
        offset &+= 3
        return true
    }
}
