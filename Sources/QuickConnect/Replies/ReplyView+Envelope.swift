extension ReplyView {
    /// Lends the reply as a JSON envelope, `{"v":1,"id":…,"ok":value}` and so on, for the length of the call.
    ///
    /// A value that cannot be written, as one that is nested too deeply, becomes an error reply that says so.
    ///
    /// - Parameter limits: Of these, ``Limits/messageBytes`` and ``Limits/jsonDepth`` count here, for a request that was
    ///   settled early; the others are written with the limits of their controller, in memory that is used again.
    package func withEnvelope(limits: Limits = Limits(), _ body: (UnsafeRawBufferPointer) -> Void) {
        if let record {
            record.pointee.writer.reset()
            lend(&record.pointee.writer, body)
        } else {
            var writer = JSONWriter(limits: limits)
            lend(&writer, body)
        }
    }

    private func lend(_ writer: inout JSONWriter, _ body: (UnsafeRawBufferPointer) -> Void) {
        do throws(MessageError) {
            try write(to: &writer)
        } catch {
            return Self.noMemory.withUnsafeBytes(body)
        }
        body(writer.bytes)
    }

    /// What is said where there is no memory to say more.
    private static let noMemory = Array(
        #"{"v":1,"id":null,"error":{"code":"TOO_LARGE","message":"there is no memory for the reply"}}"#.utf8)
}
