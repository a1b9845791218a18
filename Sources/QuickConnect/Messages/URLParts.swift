internal import QuickConnectPlugin

/// The parts of a message in URL form, one after the other, each decoded into the parser's buffer.
///
/// It cannot be copied, so that it stays where it is: copies cost as much as the decoding.
struct URLParts: ~Copyable {
    /// The two parts that there are.
    enum Name {
        case command
        case parameters
    }

    private static let prefix: StaticString = "call?"

    private let url: UnsafeRawBufferPointer
    private let buffer: UnsafeMutablePointer<UInt8>
    private var offset: Int
    private var hasCommand = false
    private var parametersStart = 0
    private var parametersCount = -1

    /// True if the parts are those of an old page.
    let compatibility: Bool

    /// Where the last part's text begins, in the URL and in the buffer alike.
    private(set) var start = 0

    /// The decoded bytes of the last part's text.
    private(set) var count = 0

    /// Finds the first part, and takes room in the parser's buffer.
    ///
    /// - Throws: `TOO_LARGE`, or `BAD_REQUEST` if the URL does not begin with `call?`.
    @inline(__always)
    init(_ url: UnsafeRawBufferPointer, limits: Limits, into parser: inout JSONParser, compatibility: Bool)
        throws(MessageError)
    {
        guard url.count <= limits.urlBytes, URLParts.hasPrefix(url) else { throw URLParts.refusal(of: url, limits) }
        // One more than the URL has, for the NUL after a text that ends with it.
        buffer = try parser.reserve(url.count + 1)
        self.url = url
        self.compatibility = compatibility
        offset = URLParts.prefix.utf8CodeUnitCount
    }

    @inline(__always)
    private static func hasPrefix(_ url: UnsafeRawBufferPointer) -> Bool {
        guard url.count >= 5 else { return false }
        return UInt32(littleEndian: url.loadUnaligned(as: UInt32.self)) == 0x6C6C_6163 && url[4] == UInt8(ascii: "?")
    }

    private static func refusal(of url: UnsafeRawBufferPointer, _ limits: Limits) -> MessageError {
        guard url.count > limits.urlBytes else {
            return MessageError(.badRequest, at: 0, "A message begins with call? or {: write call?cmd=NAME&msg=JSON.")
        }
        let message = "The URL has \(url.count) bytes, more than the limit of \(limits.urlBytes): send an envelope."
        return MessageError(.tooLarge, at: max(0, limits.urlBytes), message)
    }

    /// The decoded text of `msg`, if there was one.
    var parameters: UnsafeBufferPointer<UInt8>? {
        parametersCount < 0 ? nil : UnsafeBufferPointer(start: buffer + parametersStart, count: parametersCount)
    }

    /// The decoded text of the last part, with a NUL after it.
    var text: UnsafePointer<UInt8> { UnsafePointer(buffer + start) }

    /// Decodes the next part.
    ///
    /// - Returns: Its name; nil at the end.
    /// - Throws: `BAD_REQUEST` for a part of another name or one that was there before, `BAD_ENCODING` for a bad escape.
    @inline(__always)
    mutating func next() throws(MessageError) -> Name? {
        guard offset <= url.count else { return nil }
        let partStart = offset
        let name = try takeName()
        guard name == .command ? !hasCommand : parametersCount < 0 else { throw repeated(name, at: partStart) }
        try decodeText(toEnd: compatibility && name == .parameters)
        if name == .command {
            hasCommand = true
        } else {
            parametersStart = start
            parametersCount = count
        }
        return name
    }

    private func repeated(_ name: Name, at offset: Int) -> MessageError {
        let part = name == .command ? "cmd" : "msg"
        return MessageError(.badRequest, at: offset, "\(part) stands twice in this message: write it once.")
    }

    /// Checks that the last part's text is UTF-8.
    @inline(__always)
    func checkUTF8() throws(MessageError) {
        guard let fault = UTF8Check.firstFault(in: UnsafeRawBufferPointer(start: text, count: count)) else { return }
        throw notUTF8(at: fault)
    }

    private func notUTF8(at fault: Int) -> MessageError {
        let place = origin(of: fault, from: start)
        return MessageError(
            .badEncoding, at: place, "This byte is not UTF-8: encode the text as UTF-8 before escaping it.")
    }

    /// An error in the decoded text of `msg`, with its offset in the URL.
    func inURL(_ error: MessageError) -> MessageError {
        MessageError(error.code, at: origin(of: error.offset, from: parametersStart), error.message)
    }

    @inline(__always)
    private mutating func takeName() throws(MessageError) -> Name {
        if url.count - offset >= 4 {
            let word = UInt32(littleEndian: url.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            if word == 0x3D64_6D63 || word == 0x3D67_736D {
                offset += 4
                return word == 0x3D64_6D63 ? .command : .parameters
            }
        }
        return try decodeName()
    }

    /// Reads a name that is not written as plain `cmd=` or `msg=`.
    @inline(never)
    private mutating func decodeName() throws(MessageError) -> Name {
        let partStart = offset
        var end = offset
        while end < url.count, url[end] != UInt8(ascii: "&"), url[end] != UInt8(ascii: "=") { end += 1 }
        let name = try decodedName(from: partStart, to: end)
        offset = end < url.count && url[end] == UInt8(ascii: "=") ? end + 1 : end
        switch name {
        case "cmd": return .command
        case "msg": return .parameters
        case "": throw MessageError(.badRequest, at: partStart, "A part of this message is empty: leave out the &.")
        default:
            let message = "A message has no part \(name.prefix(64)): it has cmd and msg; write & in texts as %26."
            throw MessageError(.badRequest, at: partStart, message)
        }
    }

    private func decodedName(from start: Int, to end: Int) throws(MessageError) -> String {
        guard let source = url.baseAddress, start < end else { return "" }
        var decoder = PercentDecoder(source, to: buffer, offset: start, end: end)
        var write = start
        if decoder.decode(to: &write, toEnd: true, isLenient: compatibility) == .badEscape {
            throw badEscape(at: decoder.offset)
        }
        return String(decoding: UnsafeBufferPointer(start: buffer + start, count: write - start), as: UTF8.self)
    }

    @inline(__always)
    private mutating func decodeText(toEnd: Bool) throws(MessageError) {
        start = offset
        var write = offset
        if let source = url.baseAddress {
            var decoder = PercentDecoder(source, to: buffer, offset: offset, end: url.count)
            if decoder.decode(to: &write, toEnd: toEnd, isLenient: compatibility) == .badEscape {
                throw badEscape(at: decoder.offset)
            }
            offset = decoder.offset
        }
        buffer[write] = 0
        count = write - start
        // Past the &, or past the end, which tells that there are no more parts.
        offset += 1
    }

    private func badEscape(at offset: Int) -> MessageError {
        let message = "Two hexadecimal digits must follow a %: write the % itself as %25."
        return MessageError(.badEncoding, at: offset, message)
    }

    /// The offset in the URL of the decoded byte at `decoded` of the text that begins at `start`.
    private func origin(of decoded: Int, from start: Int) -> Int {
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
