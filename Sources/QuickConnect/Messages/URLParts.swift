internal import QuickConnectPlugin

/// The parts of a message in URL form, one after the other, each decoded into the parser's buffer.
///
/// Everything is inlined into its one user: kept in memory and copied, this costs as much as the decoding.
struct URLParts: ~Copyable {
    /// The two parts that there are.
    enum Name {
        case command
        case parameters
    }

    private static let prefix: StaticString = "call?"

    /// The URL and the buffer.
    let source: URLSource

    private var offset: Int

    /// Where the text of `cmd` begins, in the URL and in the buffer alike, and its decoded bytes; -1 without one.
    private(set) var commandStart = 0
    private(set) var commandCount = -1

    /// Where the text of `msg` begins, in the URL and in the buffer alike, and its decoded bytes; -1 without one.
    private(set) var parametersStart = 0
    private(set) var parametersCount = -1

    private var start = 0
    private var count = 0

    /// Finds the first part, and takes room in the parser's buffer.
    ///
    /// - Throws: `TOO_LARGE`, or `BAD_REQUEST` if the URL does not begin with `call?`.
    @inline(__always)
    init(_ url: UnsafeRawBufferPointer, limits: Limits, into parser: inout JSONParser, compatibility: Bool)
        throws(MessageError)
    {
        guard url.count <= limits.urlBytes, URLParts.hasPrefix(url) else { throw URLSource.refusal(of: url, limits) }
        // One more than the URL has, for the NUL after a text that ends with it.
        let buffer = try parser.reserve(url.count + 1)
        source = URLSource(url: url, buffer: buffer, compatibility: compatibility)
        offset = URLParts.prefix.utf8CodeUnitCount
    }

    @inline(__always)
    private static func hasPrefix(_ url: UnsafeRawBufferPointer) -> Bool {
        guard url.count >= 5 else { return false }
        return UInt32(littleEndian: url.loadUnaligned(as: UInt32.self)) == 0x6C6C_6163 && url[4] == UInt8(ascii: "?")
    }

    /// The decoded text of `cmd`, with a NUL after it.
    @inline(__always)
    var command: UnsafePointer<UInt8> { UnsafePointer(source.buffer + commandStart) }

    /// Decodes the next part.
    ///
    /// - Returns: False at the end.
    /// - Throws: `BAD_REQUEST` for a part of another name or one that was there before, `BAD_ENCODING` for a bad escape.
    @inline(__always)
    mutating func next() throws(MessageError) -> Bool {
        guard offset <= source.url.count else { return false }
        let partStart = offset
        let name = try takeName()
        guard (name == .command ? commandCount : parametersCount) < 0 else {
            throw URLSource.repeated(name, at: partStart)
        }
        try decodeText(toEnd: source.compatibility && name == .parameters)
        if name == .command {
            commandStart = start
            commandCount = count
        } else {
            parametersStart = start
            parametersCount = count
        }
        return true
    }

    /// Checks that the command is UTF-8.
    @inline(__always)
    func checkUTF8() throws(MessageError) {
        let text = UnsafeRawBufferPointer(start: command, count: commandCount)
        guard let fault = UTF8Check.firstFault(in: text) else { return }
        throw source.notUTF8(at: fault, from: commandStart)
    }

    @inline(__always)
    private mutating func takeName() throws(MessageError) -> Name {
        if source.url.count &- offset >= 4 {
            let word = UInt32(littleEndian: source.url.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            // "cmd=" and "msg=".
            if word == 0x3D64_6D63 || word == 0x3D67_736D {
                offset &+= 4
                return word == 0x3D64_6D63 ? .command : .parameters
            }
        }
        let (name, text) = try source.decodeName(at: offset)
        offset = text
        return name
    }

    @inline(__always)
    private mutating func decodeText(toEnd: Bool) throws(MessageError) {
        start = offset
        var write = offset
        if let bytes = source.url.baseAddress {
            var decoder = PercentDecoder(bytes, to: source.buffer, offset: offset, end: source.url.count)
            if decoder.decode(to: &write, toEnd: toEnd, isLenient: source.compatibility) == .badEscape {
                throw URLSource.badEscape(at: decoder.offset)
            }
            offset = decoder.offset
        }
        source.buffer[write] = 0
        count = write &- start
        // Past the &, or past the end, which tells that there are no more parts.
        offset &+= 1
    }
}
