package import CQuickConnect
internal import CSimdjson
internal import Glibc
internal import QuickConnectPlugin

/// Writes values of the plugin ABI as JSON, into memory that it keeps from one reply to the next.
///
/// The form is canonical: keys in the order in which they stand, no spaces, integers exact, doubles with the fewest digits
/// that read back as the same number and always with a point or an exponent. Strings are UTF-8 with only those escapes
/// that JSON asks for; U+2028 and `</script>` stand as they are, because the text is never pasted into a script. Bytes
/// become a string in base64. What JSON cannot hold — NaN, infinities, handles, kinds from a later version — becomes
/// null, with a warning. Nothing allocates once the buffer has grown, warnings apart.
///
/// Values come from plugins, so they may be of any depth, cyclic, or not UTF-8: such a value is refused, and nothing of it
/// stays in the buffer.
package struct JSONWriter: ~Copyable {
    /// Buffers of longer texts than this are given back by ``reset()``.
    private static let keptBytes = 256 << 10

    /// No more warnings than this are kept for one text.
    private static let mostWarnings = 16

    private var buffer: UnsafeMutablePointer<UInt8>?
    private var capacity = 0

    /// How many bytes are written.
    package private(set) var count = 0

    /// What became null, and where, one sentence each.
    package private(set) var warnings: [String] = []

    var trail: ValueTrail
    private let limits: Limits

    /// Where the value begins that is being written, and how many bytes it may take.
    private var valueStart = 0
    private var valueLimit = Int.max

    /// A writer that holds no memory yet.
    ///
    /// - Parameter limits: Of these, ``Limits/messageBytes`` and ``Limits/jsonDepth`` count here, for each value.
    package init(limits: Limits = Limits()) {
        self.limits = limits
        trail = ValueTrail(depth: limits.jsonDepth)
    }

    deinit {
        free(buffer)
    }

    /// What is written. It lives until the next call that writes or resets.
    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: buffer, count: count) }

    /// Forgets what is written, and gives back what a large text made the buffer grow.
    package mutating func reset() {
        count = 0
        if !warnings.isEmpty { warnings.removeAll() }
        guard capacity > JSONWriter.keptBytes else { return }
        free(buffer)
        buffer = nil
        capacity = 0
    }

    /// Appends a value.
    ///
    /// - Throws: `TOO_DEEP`, also for a cycle; `TOO_LARGE`, also if there is no memory; `BAD_ENCODING` if a string is not
    ///   UTF-8; `BAD_JSON` if a key is no string. The message names the place within the value. Nothing is appended then.
    package mutating func write(_ value: qc_value) throws(MessageError) {
        let start = count
        let warned = warnings.count
        valueStart = start
        valueLimit = limits.messageBytes
        defer { valueLimit = .max }
        do throws(MessageError) {
            try writeTree(value)
            if count - start > valueLimit { throw tooLarge() }
        } catch {
            count = start
            warnings.removeLast(warnings.count - warned)
            throw error
        }
    }

    /// Takes back everything after the first `count` bytes.
    mutating func truncate(to count: Int) {
        self.count = count
    }

    /// Appends text that is JSON as it stands.
    mutating func append(_ text: StaticString) throws(MessageError) {
        try append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends bytes that are JSON as they stand.
    mutating func append(_ bytes: UnsafeRawBufferPointer) throws(MessageError) {
        guard let base = bytes.baseAddress else { return }
        let room = try reserve(bytes.count)
        UnsafeMutableRawPointer(room).copyMemory(from: base, byteCount: bytes.count)
        count += bytes.count
    }

    /// Appends one byte.
    @inline(__always)
    mutating func append(_ byte: UInt8) throws(MessageError) {
        try reserve(1).pointee = byte
        count += 1
    }

    /// Appends a finite number.
    mutating func append(_ number: Double) throws(MessageError) {
        let room = try reserve(Int(QC_JSON_DOUBLE_BYTES))
        count += room.withMemoryRebound(to: CChar.self, capacity: Int(QC_JSON_DOUBLE_BYTES)) {
            qc_json_write_double(number, $0)
        }
    }

    /// Appends a whole number.
    mutating func append(_ magnitude: UInt64, isNegative: Bool) throws(MessageError) {
        if isNegative { try append(UInt8(ascii: "-")) }
        var digits = 1
        var rest = magnitude
        while rest >= 10 {
            rest /= 10
            digits += 1
        }
        let room = try reserve(digits)
        rest = magnitude
        for index in stride(from: digits - 1, through: 0, by: -1) {
            room[index] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        count += digits
    }

    /// Notes that the value at the trail's place became null.
    mutating func warn(_ what: String) {
        guard warnings.count <= JSONWriter.mostWarnings else { return }
        let isLast = warnings.count == JSONWriter.mostWarnings
        warnings.append(isLast ? "there are more values that became null" : "\(trail.path): \(what) became null")
    }

    /// Adds a warning of other words.
    mutating func note(_ warning: String) {
        warnings.append(warning)
    }

    /// Room for `bytes` more bytes at the end.
    @inline(__always)
    private mutating func reserve(_ bytes: Int) throws(MessageError) -> UnsafeMutablePointer<UInt8> {
        if let buffer, capacity - count >= bytes { return buffer + count }
        return try grow(by: bytes)
    }

    @inline(never)
    private mutating func grow(by bytes: Int) throws(MessageError) -> UnsafeMutablePointer<UInt8> {
        if count - valueStart > valueLimit { throw tooLarge() }
        let wanted = max(count + bytes, 2 * capacity, 1024)
        guard let grown = realloc(buffer, wanted) else { throw .noMemory(for: wanted) }
        let room = grown.bindMemory(to: UInt8.self, capacity: wanted)
        buffer = room
        capacity = wanted
        return room + count
    }

    private func tooLarge() -> MessageError {
        MessageError(.tooLarge, at: 0, "the value takes more than \(valueLimit) bytes as JSON: give less at a time")
    }
}
