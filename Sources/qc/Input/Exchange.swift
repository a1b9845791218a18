internal import CQuickConnect
internal import Glibc
internal import QuickConnect
internal import QuickConnectPlugin

/// Messages and their replies, one after the other.
// The thread that sends waits until the reply was taken, wherever that is; the semaphore orders the two.
final class Exchange: @unchecked Sendable {
    private let controller: FrontController
    private let answered: UnsafeMutablePointer<sem_t>
    private var writer = JSONWriter()
    private var isWanted = false
    private var failure: MessageError?

    init(_ controller: FrontController) {
        self.controller = controller
        answered = .allocate(capacity: 1)
        sem_init(answered, 0, 0)
    }

    deinit {
        sem_destroy(answered)
        answered.deallocate()
    }

    /// The reply to the message on a line; nil if it wants none.
    ///
    /// - Throws: If there is no memory for it.
    func reply(to line: LineReader.Line) throws(Failure) -> [UInt8]? {
        writer.reset()
        failure = nil
        switch line {
        case .tooLong: refuse()
        case .whole(let bytes): send(bytes)
        }
        if let failure { throw .error(failure.message) }
        return isWanted ? Array(writer.bytes) : nil
    }

    private func send(_ message: [UInt8]) {
        _ = message.withUnsafeBytes { bytes in
            controller.send(bytes, from: .commandLine) { [self] reply in
                take(reply)
                sem_post(answered)
            }
        }
        while sem_wait(answered) != 0, errno == EINTR {}
    }

    private func take(_ reply: borrowing ReplyView) {
        isWanted = reply.isWanted
        do throws(MessageError) {
            if isWanted { try reply.write(to: &writer) }
        } catch {
            failure = error
        }
    }

    /// A line that was too long to be kept never became a message.
    private func refuse() {
        isWanted = true
        do throws(MessageError) {
            try writer.writeReply(
                to: qc_value(), error: .tooLarge,
                message: "The line has more than \(Limits().messageBytes) bytes: send less at a time.", stage: nil,
                object: nil, data: qc_value())
        } catch {
            failure = error
        }
    }

    /// A message with its reply, as a line of JSON: `{"message":"…","reply":…}`, with null for a reply that was not wanted
    /// and for a line that was too long to be kept.
    static func record(of line: LineReader.Line, _ reply: [UInt8]?) -> [UInt8] {
        var message = Value.null
        if case .whole(let bytes) = line { message = .string(String(decoding: bytes, as: UTF8.self)) }
        let text = Array("{\"message\":".utf8) + message.jsonLine.dropLast() + Array(",\"reply\":".utf8)
        return text + (reply ?? Array("null".utf8)) + Array("}\n".utf8)
    }
}
