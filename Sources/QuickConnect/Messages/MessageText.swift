internal import CQuickConnect

/// What the reader makes of messages, as text: for `qc decode url` and tests.
package enum MessageText {
    /// A message in URL form as canonical JSON, `{"cmd":…,"params":[…]}`.
    ///
    /// - Throws: What ``MessageReader/readURL(_:compatibility:)`` and ``JSONWriter/write(_:)`` throw.
    package static func decodedURL(_ url: [UInt8], compatibility: Bool = false, limits: Limits = Limits())
        throws(MessageError) -> [UInt8]
    {
        try url.withUnsafeBufferPointer { bytes throws(MessageError) in
            var reader = MessageReader(limits: limits)
            try reader.readURL(UnsafeRawBufferPointer(bytes), compatibility: compatibility)
            return try text(of: reader.message, limits: limits)
        }
    }

    private static func text(of message: Message, limits: Limits) throws(MessageError) -> [UInt8] {
        // Its parameters already stand inside the limits; the list around them is one more level.
        var roomy = limits
        roomy.jsonDepth += 1
        var writer = JSONWriter(limits: roomy)
        try writer.append("{\"cmd\":")
        try writer.writeString(UnsafeRawBufferPointer(start: message.command, count: Int(message.commandLength)))
        try writer.append(",\"params\":")
        var list = qc_value()
        list.kind = qc_kind(QC_ARRAY)
        list.length = message.parameterCount
        list.as.elements = message.parameters
        try writer.write(list)
        try writer.append("}")
        return Array(writer.bytes)
    }
}
