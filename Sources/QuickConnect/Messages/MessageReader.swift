internal import QuickConnectPlugin

/// Reads messages in either form, and keeps the memory for the next one.
///
/// In the steady state nothing allocates. One request owns a reader at a time.
package struct MessageReader: ~Copyable {
    /// What was read last. After an error its ``Message/id`` is still the sender's wherever it could be made out, so that
    /// the error reaches whoever waits for it.
    package internal(set) var message = Message()

    var parser: JSONParser

    /// The limits that each message is held to.
    package var limits: Limits { parser.limits }

    /// A reader that holds no message yet.
    package init(limits: Limits = Limits()) {
        parser = JSONParser(limits: limits)
    }

    /// Ends the use of the message, and gives back what a large one made the buffers grow.
    package mutating func reset() {
        message = Message()
        parser.reset()
    }

    /// Reads a message of either form: one that begins with `{`, after white space, is an envelope, any other is in URL form.
    ///
    /// - Parameters:
    ///   - bytes: The message. It may be freed or changed afterwards.
    ///   - compatibility: True to read URLs as ``readURL(_:compatibility:)`` does for old pages.
    /// - Throws: As ``readEnvelope(_:)`` or ``readURL(_:compatibility:)``.
    package mutating func read(_ bytes: UnsafeRawBufferPointer, compatibility: Bool = false) throws(MessageError) {
        let first = bytes.first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
        if first == UInt8(ascii: "{") {
            try readEnvelope(bytes)
        } else {
            try readURL(bytes, compatibility: compatibility)
        }
    }

    /// Takes the command, and checks it.
    ///
    /// - Parameter offset: Where the command begins in the message, for errors.
    @inline(__always)
    mutating func setCommand(_ text: UnsafePointer<UInt8>, count: Int, at offset: Int) throws(MessageError) {
        let bytes = UnsafeRawBufferPointer(start: text, count: count)
        guard count > 0 else { throw MessageError(.badCommand, at: offset, "the command is empty: name one in cmd") }
        guard !bytes.contains(0) else {
            throw MessageError(.badCommand, at: offset, "the command holds a NUL: name one without it in cmd")
        }
        message.command = UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self)
        message.commandLength = UInt32(truncatingIfNeeded: count)
    }
}
