internal import QuickConnectPlugin

/// The text of an entry: at most 64 KiB, with a mark where it was cut.
struct LogMessage {
    /// The most bytes of a message that are written; the mark comes on top.
    static let limit = 64 << 10

    private static let mark = " ... (cut after \(limit) bytes)"

    /// The text, with nothing escaped.
    let utf8: [UInt8]

    /// Text as it is, any other value as its JSON text.
    init(_ value: ValueView) {
        if let text = value.utf8 {
            utf8 = LogMessage.cut(text)
        } else {
            var json = JSONText(limit: LogMessage.limit)
            json.append(value)
            utf8 = json.utf8.withUnsafeBufferPointer(LogMessage.cut)
        }
    }

    private static func cut(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        guard text.count > limit else { return Array(text) }
        var end = limit
        // Not inside a scalar: 10xxxxxx continues one.
        while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
        return text[..<end] + Array(mark.utf8)
    }
}
