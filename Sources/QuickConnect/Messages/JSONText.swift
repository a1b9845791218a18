package import CQuickConnect

/// JSON text as a whole, for what runs once: `qc decode`, tests, files.
package enum JSONText {
    /// The canonical form of a JSON text.
    ///
    /// - Throws: What ``JSONParser/parse(_:)`` and ``JSONWriter/write(_:)`` throw.
    package static func canonical(_ bytes: [UInt8], limits: Limits = Limits()) throws(MessageError) -> [UInt8] {
        try bytes.withUnsafeBufferPointer { buffer throws(MessageError) in
            var parser = JSONParser(limits: limits)
            return try text(of: parser.parse(UnsafeRawBufferPointer(buffer)), limits: limits)
        }
    }

    /// The canonical form of a value.
    ///
    /// - Throws: What ``JSONWriter/write(_:)`` throws.
    package static func text(of value: qc_value, limits: Limits = Limits()) throws(MessageError) -> [UInt8] {
        var writer = JSONWriter(limits: limits)
        try writer.write(value)
        return Array(writer.bytes)
    }

    /// What is wrong with a JSON text, as the second reader sees it, which does not use simdjson; nil if nothing is.
    ///
    /// It is what simdjson is tested against.
    package static func firstFault(in bytes: UnsafeRawBufferPointer, limits: Limits = Limits()) -> MessageError? {
        var scanner = JSONScanner(bytes, depth: limits.jsonDepth)
        do throws(MessageError) {
            try scanner.scan()
            return nil
        } catch {
            return error
        }
    }
}
