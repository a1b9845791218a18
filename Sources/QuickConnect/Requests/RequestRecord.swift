internal import CQuickConnect
internal import QuickConnectPlugin
internal import Synchronization

/// All that one request needs while it runs, in raw memory that is used again for the next.
///
/// One thread at a time owns a record; atomics are what others may touch meanwhile. It is reached through a pointer only,
/// since reading through one costs neither a reference count nor an exclusivity check.
struct RequestRecord: ~Copyable {
    /// What command objects see. Its `host_data` points back at the record.
    var request = qc_request()
    var source = qc_source()
    var failure = qc_failure()

    /// Where the request stands.
    var route: UnsafePointer<CommandRoute>?
    var step = 0
    /// True once an object was called, so that whoever runs the request next takes it up where it stands.
    var hasBegun = false
    /// True once no further object of this stage runs.
    var hasEnded = false
    var isInErrorStage = false
    /// True while the object of the current step answers later.
    var isWaiting = false
    /// The step whose object has said why it fails; -1 if none has.
    var failureStep = -1

    /// How it stands: the last value given, and how it ended.
    var value = qc_value()
    var ending = Ending.value
    var endingStage = Stage.validation
    var endingObject: UnsafePointer<CChar>?

    /// The request's number, the last of those set aside for this record, and the numbers of the requests on whose behalf
    /// it runs, outermost first.
    var number: UInt64 = 0
    var lastNumber: UInt64 = 0
    var ancestorNumbers: UnsafePointer<UInt64>?
    var depth = 0

    /// How the message asked to be answered.
    var id = qc_value()
    var wantsReply = true
    var timeout: UInt32 = 0

    /// The token of the object that waits, if one does.
    var token: UnsafeMutablePointer<TokenBox>?
    /// Whether this request is inside the lane of the current step's plugin.
    var lane = LaneState.none
    /// The part of the request that outlives the caller's call, once there is one.
    var pending: Unmanaged<PendingRequest>?

    /// True once nobody waits for the answer any more.
    let isCancelled = Atomic<Bool>(false)

    /// The route table that the request uses, so that it is not freed meanwhile.
    let pin = Atomic<UInt>(0)

    /// Memory.
    var arena: Arena
    var reader: MessageReader
    var writer: JSONWriter
    var results: UnsafeMutablePointer<qc_result>
    var resultCapacity = 4
    var counts: UnsafeMutablePointer<CallCounts>
    var countCapacity: Int

    /// The next of a list of free records.
    var next: UnsafeMutablePointer<RequestRecord>?
    /// The controller, which outlives its records.
    let controller: Unmanaged<FrontController>

    /// How a request ended.
    enum Ending: UInt32 {
        case value = 0
        case stop = 1
        case error = 2
    }

    /// How a request is inside a lane.
    enum LaneState {
        case none
        /// To be released with the object's answer.
        case held
        /// Held by a request on whose behalf this one runs.
        case inherited
    }

    init(controller: Unmanaged<FrontController>, limits: Limits, countCapacity: Int) {
        self.controller = controller
        arena = Arena(limits: limits)
        reader = MessageReader(limits: limits)
        writer = JSONWriter(limits: limits)
        results = .allocate(capacity: resultCapacity)
        self.countCapacity = countCapacity
        counts = .allocate(capacity: countCapacity)
        for index in 0..<countCapacity { (counts + index).initialize(to: CallCounts()) }
    }

    deinit {
        results.deallocate()
        counts.deallocate()
    }
}

typealias RecordPointer = UnsafeMutablePointer<RequestRecord>

extension UnsafeMutablePointer<RequestRecord> {
    /// The record behind a request of the plugin ABI.
    @inline(__always)
    static func of(_ request: UnsafePointer<qc_request>?) -> RecordPointer? {
        request?.pointee.host_data?.assumingMemoryBound(to: RequestRecord.self)
    }

    /// The request of the plugin ABI. It is the record's first member, at its address.
    @inline(__always)
    var request: UnsafeMutablePointer<qc_request> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: qc_request.self)
    }
}
