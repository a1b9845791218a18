package import CQuickConnect
internal import CSimdjson
internal import QuickConnectPlugin

/// Parses JSON with simdjson into values of the plugin ABI, in memory that it keeps from one message to the next.
///
/// Once its buffers have grown to the size of the messages, nothing allocates, integers past 64 bits and errors apart. A
/// parser belongs to one request at a time; its values live until it parses again or is reset.
package struct JSONParser: ~Copyable {
    /// Buffers of longer messages than this are given back by ``reset()``.
    private static let keptBytes = 256 << 10

    /// More levels than this are never taken, whatever the limits say: each costs memory before it is used.
    private static let mostLevels = 1 << 20

    /// Nil if there was no memory for it.
    private let parser: OpaquePointer?

    /// The place of the last text's value. It is the same for as long as the parser lives; nil if there was no memory for
    /// the parser.
    package let root: UnsafePointer<qc_value>?

    /// The buffer, and how many bytes were asked for; nil before the first text.
    private var buffer: UnsafeMutablePointer<UInt8>?
    private var capacity = 0

    /// The limits that each text is held to.
    package let limits: Limits

    /// Calls `simdjson::dom::parser`.
    ///
    /// - Parameter limits: Of these, ``Limits/messageBytes`` and ``Limits/jsonDepth`` count here.
    package init(limits: Limits = Limits()) {
        self.limits = limits
        parser = qc_json_parser_new(UInt32(min(max(limits.jsonDepth, 0), JSONParser.mostLevels)))
        root = parser.map { qc_json_parser_root($0) }
    }

    deinit {
        qc_json_parser_free(parser)
    }

    /// Makes room for a text of `bytes` bytes, with what simdjson needs to read beyond it.
    ///
    /// - Returns: The room, not zeroed. It lives until the next call of this or ``reset()``.
    /// - Throws: `TOO_LARGE` if there is no memory.
    @inline(__always)
    package mutating func reserve(_ bytes: Int) throws(MessageError) -> UnsafeMutablePointer<UInt8> {
        if let buffer, bytes <= capacity { return buffer }
        return try grow(to: bytes)
    }

    @inline(never)
    private mutating func grow(to bytes: Int) throws(MessageError) -> UnsafeMutablePointer<UInt8> {
        guard let parser, let room = qc_json_parser_reserve(parser, bytes) else { throw .noMemory(for: bytes) }
        buffer = room
        capacity = bytes
        return room
    }

    /// Parses a text that lies anywhere, by way of the buffer.
    ///
    /// - Parameter bytes: The text. It may be freed or changed afterwards.
    /// - Returns: The text's value.
    /// - Throws: As ``parse(_:count:)``.
    package mutating func parse(_ bytes: UnsafeRawBufferPointer) throws(MessageError) -> qc_value {
        guard bytes.count <= limits.messageBytes else { throw refusal(ofSize: bytes.count) }
        let room = try reserve(bytes.count)
        if let base = bytes.baseAddress { UnsafeMutableRawPointer(room).copyMemory(from: base, byteCount: bytes.count) }
        return try parse(room, count: bytes.count)
    }

    /// Parses a text that lies within what ``reserve(_:)`` gave.
    ///
    /// - Parameters:
    ///   - text: The first byte, in the buffer. The text is not changed.
    ///   - count: How many bytes the text has.
    /// - Returns: The text's value; ``root`` is the same value, in its place.
    /// - Throws: `BAD_JSON`, `BAD_ENCODING`, `BAD_NUMBER`, `TOO_DEEP` or `TOO_LARGE`, with the offset of the first fault in
    ///   the text.
    package mutating func parse(_ text: UnsafePointer<UInt8>, count: Int) throws(MessageError) -> qc_value {
        guard let parser, let root, count <= limits.messageBytes else { throw refusal(ofSize: count) }
        let status = qc_json_parse(parser, text, count)
        if status != QC_JSON_OK {
            try parseAgain(UnsafeRawBufferPointer(start: text, count: count), after: Int(status))
        }
        return root.pointee
    }

    /// Puts a value in the place of the last text's.
    mutating func replaceRoot(with value: qc_value) {
        if let root { UnsafeMutablePointer(mutating: root).pointee = value }
    }

    /// Ends the use of the last text's values, and gives back what a large text made the buffers grow.
    package mutating func reset() {
        if let parser { qc_json_parser_trim(parser, JSONParser.keptBytes) }
        buffer = nil
        capacity = 0
    }

    private func refusal(ofSize count: Int) -> MessageError {
        guard count > limits.messageBytes else { return .noMemory(for: count) }
        let fault = "the JSON text has \(count) bytes, more than the limit of \(limits.messageBytes)"
        return MessageError(.tooLarge, at: max(limits.messageBytes, 0), "\(fault): send less at a time")
    }

    /// Finds out what simdjson refused. Integers past 64 bits are no fault: a copy in which each is a double is parsed.
    @inline(never)
    private mutating func parseAgain(_ text: UnsafeRawBufferPointer, after status: Int) throws(MessageError) {
        guard status != Int(QC_JSON_NO_MEMORY) else { throw .noMemory(for: text.count) }
        var scanner = JSONScanner(text, depth: min(limits.jsonDepth, JSONParser.mostLevels))
        try scanner.scan()
        let status = JSONParser.withDoubles(text, endingAt: scanner.longIntegers) { copy, count in
            qc_json_parse(parser, copy, count)
        }
        guard status == QC_JSON_OK else {
            throw MessageError(.badJSON, at: 0, "this text is not JSON that can be read: check it with another reader")
        }
    }

    /// Calls `body` with a padded copy of `text` that has `e0` after each of the numbers.
    private static func withDoubles(
        _ text: UnsafeRawBufferPointer, endingAt ends: [Int], _ body: (UnsafePointer<UInt8>, Int) -> qc_json_status
    ) -> qc_json_status {
        var copy: [UInt8] = []
        copy.reserveCapacity(text.count + 2 * ends.count + Int(QC_JSON_PADDING))
        var start = 0
        for end in ends {
            copy.append(contentsOf: text[start..<end])
            copy.append(contentsOf: "e0".utf8)
            start = end
        }
        copy.append(contentsOf: text[start...])
        let count = copy.count
        copy.append(contentsOf: repeatElement(0, count: Int(QC_JSON_PADDING)))
        return copy.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { body($0, count) } ?? qc_json_status(QC_JSON_WRONG)
        }
    }
}
