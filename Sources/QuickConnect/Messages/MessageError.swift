package import QuickConnectPlugin

/// Why a message or document was refused, and at which byte.
package struct MessageError: Error, Hashable {
    /// What kind of fault it is: `BAD_REQUEST`, `BAD_COMMAND`, `BAD_ENCODING`, `BAD_JSON`, `BAD_NUMBER`, `TOO_DEEP` or
    /// `TOO_LARGE`.
    package let code: ErrorCode

    /// One sentence that says what to do next.
    package let message: String

    /// Where the fault begins, in bytes from the start of what was read; of a value that could not be written, 0.
    package var offset: Int

    /// An error of `code` at `offset`.
    package init(_ code: ErrorCode, at offset: Int, _ message: String) {
        self.code = code
        self.message = message
        self.offset = offset
    }

    /// What to say where there is no memory for `bytes` more bytes.
    static func noMemory(for bytes: Int) -> MessageError {
        MessageError(.tooLarge, at: 0, "there is no memory for \(bytes) bytes: send less at a time")
    }
}
