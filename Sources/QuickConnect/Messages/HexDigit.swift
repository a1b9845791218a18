/// Hexadecimal digits, as they stand in percent escapes and in JSON's `\u`.
enum HexDigit {
    /// The value of an ASCII digit, 0 to 15, in either case; nil for any other byte.
    static func value(of byte: UInt8) -> UInt8? {
        let value = bits(of: byte)
        return value < 16 ? value : nil
    }

    /// The value of an ASCII digit, or a number above 15: found without a branch, since no one can predict which digits come.
    @inline(__always)
    static func bits(of byte: UInt8) -> UInt8 { values.utf8Start[Int(byte & 127)] | byte & 128 }

    /// The values of the ASCII characters, 127 for those that are no digits. A static string, as that is the one constant
    /// whose bytes stand in the program and need no initialisation.
    private static let values: StaticString = """
        \u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\
        \u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\
        \u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\
        \u{0}\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}\u{9}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\
        \u{7F}\u{A}\u{B}\u{C}\u{D}\u{E}\u{F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\
        \u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\
        \u{7F}\u{A}\u{B}\u{C}\u{D}\u{E}\u{F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\
        \u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\

        """
}
