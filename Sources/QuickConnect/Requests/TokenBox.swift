internal import CQuickConnect
internal import QuickConnectPlugin
internal import Synchronization

/// A promise of a command object to answer later: the host's end of `qc_token`.
///
/// It outlives the request as long as somebody holds it, so that an answer that comes too late is refused and not lost
/// in freed memory.
struct TokenBox: ~Copyable {
    /// The order of the object's return and its answer, which race.
    enum State: Int {
        /// The object has not returned.
        case running = 0
        /// The object returned and waits; the answer continues the request.
        case waiting = 1
        /// The answer came before the object returned; the return continues the request.
        case answeredEarly = 2
        /// Over: an answer is refused.
        case over = 3
    }

    let count = Atomic<Int>(1)
    let state = Atomic<Int>(State.running.rawValue)
    /// Valid until the state is `over`.
    let record: RecordPointer
    /// The answer, written by whoever takes the state out of `running` or `waiting`.
    var outcome = qc_outcome(QC_NEXT)
    var value = qc_value()

    let lock = Lock()
    /// Under `lock`.
    var handler: CancelHandler?
    var hasHandler = false
    var isCancelled = false
    var isAnswered = false

    init(record: RecordPointer) { self.record = record }

    /// A token for the object that runs in `record`, with a count of one for the object and one for the host.
    static func make(_ record: RecordPointer) -> UnsafeMutablePointer<TokenBox> {
        let token = UnsafeMutablePointer<TokenBox>.allocate(capacity: 1)
        token.initialize(to: TokenBox(record: record))
        token.retain()
        return token
    }

    static func from(_ token: OpaquePointer?) -> UnsafeMutablePointer<TokenBox>? {
        token.map { UnsafeMutablePointer(mutating: UnsafePointer<TokenBox>($0)) }
    }
}
