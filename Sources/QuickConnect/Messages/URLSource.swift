internal import QuickConnectPlugin

/// A message in URL form and the buffer it is decoded into, with what is seldom done to them: odd names, and errors.
///
/// It is apart from ``URLParts`` so that the compiler may keep those in registers.
struct URLSource {
    let url: UnsafeRawBufferPointer

    /// As long as the URL and one byte longer; each text is decoded to the place that it has in the URL.
    let buffer: UnsafeMutablePointer<UInt8>

    /// True if the message is an old page's.
    let compatibility: Bool

    /// What is wrong with a URL that is too long, or does not begin with `call?`.
    @inline(never)
    static func refusal(of url: UnsafeRawBufferPointer, _ limits: Limits) -> MessageError {
        guard url.count > limits.urlBytes else {
            return MessageError(.badRequest, at: 0, "a message begins with call? or {: write call?cmd=NAME&msg=JSON")
        }
        let message = "the URL has \(url.count) bytes, more than the limit of \(limits.urlBytes): send an envelope"
        return MessageError(.tooLarge, at: max(0, limits.urlBytes), message)
    }

    /// Reads a name that is not written as plain `cmd=` or `msg=`.
    ///
    /// - Parameter start: Where the part begins.
    /// - Returns: The name, and where its text begins.
    /// - Throws: `BAD_REQUEST` for any other name, `BAD_ENCODING` for a bad escape.
    @inline(never)
    func decodeName(at start: Int) throws(MessageError) -> (URLParts.Name, Int) {
        var end = start
        while end < url.count, url[end] != UInt8(ascii: "&"), url[end] != UInt8(ascii: "=") { end += 1 }
        let text = end < url.count && url[end] == UInt8(ascii: "=") ? end + 1 : end
        let name = try decodedName(from: start, to: end)
        switch name {
        case "cmd": return (.command, text)
        case "msg": return (.parameters, text)
        case "": throw MessageError(.badRequest, at: start, "a part of this message is empty: leave out the &")
        default:
            let message = "a message has no part \(name.prefix(64)): it has cmd and msg; write & in texts as %26"
            throw MessageError(.badRequest, at: start, message)
        }
    }

    private func decodedName(from start: Int, to end: Int) throws(MessageError) -> String {
        guard let source = url.baseAddress, start < end else { return "" }
        var decoder = PercentDecoder(source, to: buffer, offset: start, end: end)
        var write = start
        if decoder.decode(to: &write, toEnd: true, isLenient: compatibility) == .badEscape {
            throw URLSource.badEscape(at: decoder.offset)
        }
        return String(decoding: UnsafeBufferPointer(start: buffer + start, count: write - start), as: UTF8.self)
    }

    /// The error for an escape without two digits.
    @inline(never)
    static func badEscape(at offset: Int) -> MessageError {
        let message = "two hexadecimal digits must follow a %: write the % itself as %25"
        return MessageError(.badEncoding, at: offset, message)
    }

    /// The error for a part that was there before.
    @inline(never)
    static func repeated(_ name: URLParts.Name, at offset: Int) -> MessageError {
        let part = name == .command ? "cmd" : "msg"
        return MessageError(.badRequest, at: offset, "\(part) stands twice in this message: write it once")
    }

    /// The error for a decoded byte that is not UTF-8, in the text that begins at `start`.
    @inline(never)
    func notUTF8(at fault: Int, from start: Int) -> MessageError {
        let message = "this byte is not UTF-8: encode the text as UTF-8 before escaping it"
        return MessageError(.badEncoding, at: origin(of: fault, from: start), message)
    }

    /// The offset in the URL of the decoded byte at `decoded`, of the text that begins at `start`.
    func origin(of decoded: Int, from start: Int) -> Int {
        var offset = start
        for _ in 0..<decoded where offset < url.count {
            let isEscape =
                url[offset] == UInt8(ascii: "%") && offset + 2 < url.count
                && HexDigit.value(of: url[offset + 1]) != nil && HexDigit.value(of: url[offset + 2]) != nil
            offset += isEscape ? 3 : 1
        }
        return offset
    }
}
