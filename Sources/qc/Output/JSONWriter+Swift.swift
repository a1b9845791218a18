internal import CQuickConnect
internal import QuickConnect
internal import QuickConnectPlugin

extension JSONWriter {
    /// Appends a value of Swift's.
    ///
    /// - Throws: `TOO_DEEP`, or what writing it throws.
    mutating func write(_ value: Value) throws(MessageError) {
        let memory = try Memory(value)
        defer { withExtendedLifetime(memory) {} }
        try write(memory.root)
    }

    /// Appends an error object.
    mutating func writeError(_ error: CommandError) throws(MessageError) {
        let data = try error.data.map { (data) throws(MessageError) in try Memory(data) }
        defer { withExtendedLifetime(data) {} }
        try writeError(
            error.code, message: error.message, stage: error.stage, object: error.object, data: data?.root ?? qc_value()
        )
    }
}

/// A value of Swift's in the form of the ABI, for as long as this lives.
private final class Memory {
    private(set) var root = qc_value()
    private var block: UnsafeMutableRawPointer?

    init(_ value: Value) throws(MessageError) {
        let stored = value.stored { bytes in
            block = .allocate(byteCount: bytes, alignment: 16)
            return block
        }
        guard let stored else { throw MessageError(.tooDeep, at: 0, "The value is nested too deeply to be written.") }
        root = stored
    }

    deinit { block?.deallocate() }
}
