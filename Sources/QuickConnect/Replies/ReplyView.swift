internal import CQuickConnect
public import QuickConnectPlugin

/// The reply to a request, read in place: valid for the length of the call that it is handed to.
public struct ReplyView {
    /// Where the reply stands: in its request's record, or in a frame of whoever settled the request early.
    private enum Place {
        case record(RecordPointer)
        case given(UnsafePointer<qc_reply>, UnsafePointer<qc_value>)
    }

    private let place: Place
    private let kind: qc_reply_kind

    /// The request's number, never used twice by one controller.
    public let number: UInt64

    /// False if the message said that it wants no reply.
    public let isWanted: Bool

    /// The value, of a reply that is neither a stop nor an error; absent of those.
    public var value: ValueView { ValueView(kind == qc_reply_kind(QC_REPLY_VALUE) ? raw.value : qc_value()) }

    /// True if the reply is an error.
    public var isError: Bool { kind == qc_reply_kind(QC_REPLY_ERROR) }

    /// True if an object stopped the request.
    public var isStop: Bool { kind == qc_reply_kind(QC_REPLY_STOP) }

    /// The reply of the plugin ABI.
    var raw: qc_reply {
        switch place {
        case .record(let record): record.reply
        case .given(let reply, _): reply.pointee
        }
    }

    /// The record, of a reply that stands in one.
    var record: RecordPointer? { if case .record(let record) = place { record } else { nil } }

    /// The identifier that the message carried.
    var id: qc_value {
        switch place {
        case .record(let record): record.pointee.id
        case .given(_, let id): id.pointee
        }
    }

    /// A copy that may be kept.
    public var reply: Reply { Reply(raw) }

    /// The identifier that the message carried, to tell replies apart; null if it had none.
    public var messageID: Value { Value(ValueView(id)) }
}

extension ReplyView {
    /// The reply that a record holds.
    @inline(__always)
    init(_ record: RecordPointer) {
        place = .record(record)
        kind = record.pointee.ending.rawValue
        number = record.pointee.number
        isWanted = record.pointee.wantsReply
    }

    /// Lends `error` as a reply.
    static func with(
        _ error: CommandError, number: UInt64, id: Value, wantsReply: Bool, _ body: (ReplyView) -> Void
    ) {
        withTemporaryValue(id) { id in
            withReply(error) {
                body(ReplyView($0, id: id, number: number, isWanted: wantsReply))
            }
        }
    }

    private init(
        _ reply: UnsafePointer<qc_reply>, id: UnsafePointer<qc_value>, number: UInt64, isWanted: Bool
    ) {
        place = .given(reply, id)
        kind = reply.pointee.kind
        self.number = number
        self.isWanted = isWanted
    }

    private static func withReply(_ error: CommandError, _ body: (UnsafePointer<qc_reply>) -> Void) {
        error.code.rawValue.withCString { code in
            error.message.withCString { message in
                var raw = qc_reply()
                raw.size = UInt32(MemoryLayout<qc_reply>.size)
                raw.kind = qc_reply_kind(QC_REPLY_ERROR)
                raw.code = code
                raw.message = message
                withUnsafePointer(to: &raw, body)
            }
        }
    }
}

extension UnsafeMutablePointer<RequestRecord> {
    /// The reply of the plugin ABI, in the record's memory.
    var reply: qc_reply {
        var raw = qc_reply()
        raw.size = UInt32(MemoryLayout<qc_reply>.size)
        raw.kind = pointee.ending.rawValue
        switch pointee.ending {
        case .value:
            raw.value = pointee.value
            if raw.value.kind == qc_kind(QC_ABSENT) { raw.value.kind = qc_kind(QC_NULL) }
        case .stop:
            raw.stage = pointee.endingStage.rawValue
            raw.object = pointee.endingObject
        case .error:
            raw.stage = pointee.failure.stage
            raw.object = pointee.failure.object
            raw.code = pointee.failure.code
            raw.message = pointee.failure.message
            raw.data = pointee.failure.data
        }
        return raw
    }
}
