internal import CQuickConnect
internal import QuickConnectPlugin

extension MessageReader {
    /// The version of the envelope that this host reads and writes.
    static let version: Int64 = 1

    /// Reads an envelope, `{"v":1,"id":…,"cmd":…,"params":…,"reply":true,"timeout":ms}`.
    ///
    /// `v` and `cmd` must be there. `id` is a string, an integer or null; `params` as in ``Message``; `reply` is true unless
    /// it is given; `timeout` is in milliseconds, from 0 to 2^32-1.
    ///
    /// - Parameter bytes: The envelope, in UTF-8. It may be freed or changed afterwards.
    /// - Throws: `BAD_REQUEST` for a member that is missing, unknown or of the wrong type, `BAD_COMMAND`, or what
    ///   ``JSONParser/parse(_:)`` throws.
    package mutating func readEnvelope(_ bytes: UnsafeRawBufferPointer) throws(MessageError) {
        message = Message()
        do throws(MessageError) {
            let root = try parser.parse(bytes)
            try readMembers(of: root)
        } catch {
            if message.id.kind == QC_ABSENT, error.code != .badRequest { recoverID(from: bytes) }
            throw error
        }
    }

    private mutating func readMembers(of root: qc_value) throws(MessageError) {
        guard root.kind == QC_OBJECT else {
            throw refusal("a message is an object: write {\"v\":1,\"cmd\":…}")
        }
        let members = UnsafeBufferPointer(start: root.as.members, count: Int(root.length))
        // First, so that an error in any other member still finds its way back.
        for member in members where isNamed(member, "id") { try readID(member.value) }
        var hasVersion = false
        for index in members.indices {
            guard let member = members.baseAddress.map({ $0 + index }) else { break }
            hasVersion = try read(member) || hasVersion
        }
        guard hasVersion else { throw refusal("the message lacks v: add \"v\":1") }
        guard message.command != nil else { throw refusal("the message lacks cmd: name a command in it") }
    }

    /// Reads one member; true if it is the version.
    private mutating func read(_ member: UnsafePointer<qc_member>) throws(MessageError) -> Bool {
        let value = member.pointee.value
        if isNamed(member.pointee, "cmd") {
            try readCommand(value)
        } else if isNamed(member.pointee, "params") {
            message.setParameters(MessageReader.place(of: member))
        } else if isNamed(member.pointee, "reply") {
            guard value.kind == QC_BOOLEAN else { throw refusal("reply is true or false") }
            message.wantsReply = value.as.boolean
        } else if isNamed(member.pointee, "timeout") {
            guard value.kind == QC_INTEGER, let timeout = UInt32(exactly: value.as.integer) else {
                throw refusal("timeout is a number of milliseconds, from 0 to 4294967295")
            }
            message.timeout = timeout
        } else if isNamed(member.pointee, "v") {
            guard value.kind == QC_INTEGER, value.as.integer == MessageReader.version else {
                throw refusal("v is \(MessageReader.version), the only version that this host reads")
            }
            return true
        } else if !isNamed(member.pointee, "id") {
            let key = member.pointee.key
            let name = String(
                decoding: UnsafeRawBufferPointer(start: key.as.string, count: Int(key.length)), as: UTF8.self)
            throw refusal("a message has no member \(name.prefix(64)): it has v, id, cmd, params, reply and timeout")
        }
        return false
    }

    private mutating func readID(_ value: qc_value) throws(MessageError) {
        switch Int(value.kind) {
        case QC_STRING, QC_INTEGER, QC_UNSIGNED, QC_NULL: message.id = value
        default: throw refusal("id is a string, a whole number or null")
        }
    }

    private mutating func readCommand(_ value: qc_value) throws(MessageError) {
        guard value.kind == QC_STRING, let text = value.as.string else {
            throw MessageError(.badCommand, at: 0, "cmd is a string: name a command in it")
        }
        let bytes = UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
        try setCommand(bytes, count: Int(value.length), at: 0)
    }

    private func isNamed(_ member: qc_member, _ name: StaticString) -> Bool {
        let key = UnsafeRawBufferPointer(start: member.key.as.string, count: Int(member.key.length))
        return key.count == name.utf8CodeUnitCount
            && key.elementsEqual(UnsafeBufferPointer(start: name.utf8Start, count: key.count))
    }

    /// Where a member's value lies: behind its key.
    private static func place(of member: UnsafePointer<qc_member>) -> UnsafePointer<qc_value> {
        UnsafeRawPointer(member).assumingMemoryBound(to: qc_value.self) + 1
    }

    private func refusal(_ message: String) -> MessageError {
        MessageError(.badRequest, at: 0, message)
    }

    /// Finds the id of an envelope that is not JSON.
    private mutating func recoverID(from bytes: UnsafeRawBufferPointer) {
        let seen = UnsafeRawBufferPointer(rebasing: bytes.prefix(max(0, limits.messageBytes)))
        guard let place = EnvelopeScanner.idPlace(in: seen) else { return }
        let text = UnsafeRawBufferPointer(rebasing: seen[place])
        do throws(MessageError) {
            try readID(parser.parse(text))
        } catch {
            message.id = qc_value()
        }
    }
}
