internal import QuickConnectPlugin

/// How the contents of a file travel in a request or a reply.
enum ContentsEncoding: String {
    /// As text. What is no UTF-8 is refused.
    case utf8
    /// As text in base64, which takes any bytes through JSON.
    case base64
    /// As bytes, which native code alone can send and receive.
    case bytes

    /// The value that carries `contents`.
    ///
    /// - Throws: `BAD_ENCODING` with the first byte that is not UTF-8, counted from the beginning of the file.
    func value(_ contents: [UInt8], _ path: StoragePath, offset: Int) throws(CommandError) -> Value {
        switch self {
        case .bytes: return .bytes(contents)
        case .base64: return .string(Base64.encode(contents))
        case .utf8:
            if let text = String(validating: contents, as: UTF8.self) { return .string(text) }
            let place = offset + ContentsEncoding.validPrefix(contents)
            throw CommandError(
                .badEncoding, "byte \(place) of \(path.quoted) is not UTF-8; read it with \"encoding\": \"base64\"",
                data: ["offset": Value(place)])
        }
    }

    /// Hands `body` the bytes that a caller sent.
    ///
    /// - Throws: `INVALID_PARAMETERS` if the value is neither text nor bytes, `BAD_ENCODING` if the text is not what it is
    ///   said to be.
    func withBytes<Result>(
        of value: ValueView?, _ place: String, _ body: (UnsafeRawBufferPointer) throws(CommandError) -> Result
    ) throws(CommandError) -> Result {
        if let bytes = value?.bytes { return try body(UnsafeRawBufferPointer(bytes)) }
        guard let text = value?.utf8 else { throw Arguments.mismatch(value, place, "a string, the contents") }
        switch self {
        case .base64:
            let bytes = try Base64.decode(text, place)
            let raw = bytes.span.bytes
            return try raw.withUnsafeBytes(body)
        case .utf8, .bytes:
            guard self == .utf8 else { throw Arguments.mismatch(value, place, "bytes") }
            guard String(validating: text, as: UTF8.self) != nil else {
                throw CommandError(.badEncoding, "\(place) is not UTF-8; encode it, or send base64")
            }
            return try body(UnsafeRawBufferPointer(text))
        }
    }

    /// How many bytes at the beginning are UTF-8.
    private static func validPrefix(_ bytes: [UInt8]) -> Int {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var count = 0
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { count += UTF8.width(scalar) }
        return count
    }
}
