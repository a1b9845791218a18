internal import QuickConnectPlugin

/// Base64 with the usual alphabet and with padding, nothing between.
///
/// - SeeAlso: <https://www.rfc-editor.org/rfc/rfc4648#section-4>
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")

    /// What each byte stands for; 255 for one that is not in the alphabet.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
        return values
    }()

    /// The text for some bytes.
    static func encode(_ bytes: [UInt8]) -> String {
        let alphabet = alphabet
        return String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { text in
            var end = 0
            for start in stride(from: 0, to: bytes.count, by: 3) {
                let count = min(3, bytes.count - start)
                var group = UInt32(bytes[start]) << 16
                if count > 1 { group |= UInt32(bytes[start + 1]) << 8 }
                if count > 2 { group |= UInt32(bytes[start + 2]) }
                for place in 0..<4 {
                    text[end] = place <= count ? alphabet[Int(group >> (18 - 6 * UInt32(place)) & 63)] : padding
                    end += 1
                }
            }
            return end
        }
    }

    /// The bytes of a text.
    ///
    /// - Parameter place: Where the text stands, for the error.
    /// - Throws: `BAD_ENCODING` with the byte at which the fault begins.
    static func decode(_ text: UnsafeBufferPointer<UInt8>, _ place: String) throws(CommandError) -> [UInt8] {
        guard text.count % 4 == 0 else { throw bad(place, text.count, "its length is no multiple of 4") }
        let padded = text.suffix(2).reversed().prefix { $0 == padding }.count
        let letters = text.count - padded
        let values = values
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var group: UInt32 = 0
        for index in 0..<letters {
            let value = values[Int(text[index])]
            guard value < 64 else { throw bad(place, index, "this is no letter of base64") }
            group = group << 6 | UInt32(value)
            if index % 4 == 3 {
                bytes.append(UInt8(truncatingIfNeeded: group >> 16))
                bytes.append(UInt8(truncatingIfNeeded: group >> 8))
                bytes.append(UInt8(truncatingIfNeeded: group))
            }
        }
        if padded == 1 { bytes.append(UInt8(truncatingIfNeeded: group >> 10)) }
        if padded > 0 { bytes.append(UInt8(truncatingIfNeeded: group >> (2 * UInt32(padded)))) }
        // Two texts for the same bytes would be one too many: the bits that are not used are zero.
        guard group & [0, 3, 15][padded] == 0 else { throw bad(place, letters - 1, "bits behind the end are set") }
        return bytes
    }

    private static func bad(_ place: String, _ offset: Int, _ what: String) -> CommandError {
        CommandError(
            .badEncoding, "\(place) is not base64 at byte \(offset): \(what); encode it with btoa, or send text",
            data: ["offset": Value(offset)])
    }
}
