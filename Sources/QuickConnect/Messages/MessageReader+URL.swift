internal import CQuickConnect
internal import QuickConnectPlugin

extension MessageReader {
    /// Reads a message in URL form, `call?cmd=NAME&msg=JSON`.
    ///
    /// It is split at `&`, and each part at its first `=`; names and texts are then percent-decoded once. Without `msg`, or
    /// with an empty one, there are no parameters.
    ///
    /// - Parameters:
    ///   - url: The message. It may be freed or changed afterwards.
    ///   - compatibility: True for what old pages send: `msg` runs to the end of the URL, a bad escape stays text, text that
    ///     is not JSON is one string, and `undefined` is nothing.
    /// - Throws: `BAD_REQUEST`, `BAD_COMMAND`, `BAD_ENCODING`, `BAD_JSON`, `BAD_NUMBER`, `TOO_DEEP` or `TOO_LARGE`, with the
    ///   offset in the URL as it came.
    package mutating func readURL(_ url: UnsafeRawBufferPointer, compatibility: Bool = false) throws(MessageError) {
        message = Message()
        var parts = try URLParts(url, limits: limits, into: &parser, compatibility: compatibility)
        while try parts.next() {}
        guard parts.commandCount >= 0 else {
            throw MessageError(.badRequest, at: url.count, "the message names no command: write call?cmd=NAME")
        }
        // Between decoding and parsing, so that simdjson's wide loads do not wait for bytes that were only just stored. It
        // checks the other part itself.
        try setCommand(parts.command, count: parts.commandCount, at: parts.commandStart)
        try parts.checkUTF8()
        guard parts.parametersCount > 0 else { return }
        try setParameters(parts.source, start: parts.parametersStart, count: parts.parametersCount)
    }

    private mutating func setParameters(_ source: URLSource, start: Int, count: Int) throws(MessageError) {
        do throws(MessageError) {
            _ = try parser.parse(source.buffer + start, count: count)
            message.setParameters(parser.root)
        } catch {
            guard source.compatibility, !isJSON(source, start: start, count: count, error) else {
                throw MessageError(error.code, at: source.origin(of: error.offset, from: start), error.message)
            }
            try setText(source, start: start, count: count)
        }
    }

    /// True of a text that is JSON by its grammar, and faulty in what it says.
    private func isJSON(_ source: URLSource, start: Int, count: Int, _ error: MessageError) -> Bool {
        if error.code == .badJSON { return false }
        return JSONScanner.followsGrammar(UnsafeRawBufferPointer(start: source.buffer + start, count: count))
    }

    /// Takes a text that is not JSON, as old pages send it.
    private mutating func setText(_ source: URLSource, start: Int, count: Int) throws(MessageError) {
        let bytes = UnsafeRawBufferPointer(start: source.buffer + start, count: count)
        if let fault = UTF8Check.firstFault(in: bytes) { throw source.notUTF8(at: fault, from: start) }
        if bytes.elementsEqual("undefined".utf8) { return }
        var value = qc_value()
        value.kind = qc_kind(QC_STRING)
        value.length = UInt32(truncatingIfNeeded: bytes.count)
        value.as.string = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        parser.replaceRoot(with: value)
        message.setParameters(parser.root)
    }
}
