/// Hexadecimal digits, as they stand in percent escapes and in JSON's `\u`.
enum HexDigit {
    /// The value of an ASCII digit, 0 to 15, in either case; nil for any other byte.
    static func value(of byte: UInt8) -> UInt8? {
        let value = bits(of: byte)
        return value < 16 ? value : nil
    }

    /// The value of an ASCII digit, or 255: found without a branch, since no one can predict which digits come.
    @inline(__always)
    static func bits(of byte: UInt8) -> UInt8 {
        let decimal = byte &- UInt8(ascii: "0")
        let letter = (byte | 0x20) &- UInt8(ascii: "a")
        return (decimal < 10 ? decimal : 255) & (letter < 6 ? letter &+ 10 : 255)
    }
}
