package import CQuickConnect

/// A message as it was read: a command with its parameters, and how its sender wants the reply.
///
/// Everything that it points to belongs to the ``MessageReader`` that read it, until that reads again or is reset.
package struct Message {
    /// What the sender knows the request by: a string, an integer, or null. Absent if it gave none, as in URL form.
    package var id = qc_value()

    /// The command, at least one byte of UTF-8 without a NUL in it, followed by one. Nil before a message was read.
    package var command: UnsafePointer<CChar>?

    /// The bytes of the command.
    package var commandLength: UInt32 = 0

    /// How many parameters there are.
    package var parameterCount: UInt32 = 0

    /// The parameters, side by side.
    package var parameters: UnsafePointer<qc_value>?

    /// Milliseconds until the sender takes no answer any more; 0 is no limit.
    package var timeout: UInt32 = 0

    /// False if the sender listens for no reply.
    package var wantsReply = true

    /// A message without a command.
    package init() {}

    /// Takes `value` as the parameters: an array is the list of them, any other value is the only one.
    mutating func setParameters(_ value: UnsafePointer<qc_value>?) {
        guard let value else { return }
        if value.pointee.kind == QC_ARRAY {
            parameters = value.pointee.as.elements
            parameterCount = value.pointee.length
        } else {
            parameters = value
            parameterCount = 1
        }
    }

    /// The command as a Swift string, for messages and logs.
    package var commandText: String {
        String(decoding: UnsafeRawBufferPointer(start: command, count: Int(commandLength)), as: UTF8.self)
    }

    /// The parameters.
    package var parameterList: UnsafeBufferPointer<qc_value> {
        UnsafeBufferPointer(start: parameters, count: Int(parameterCount))
    }
}
