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

    /// Who may still touch this memory: the request, whoever cancels it, and the plugin, however often it holds the token.
    let count = Atomic<Int>(2)
    /// How often the plugin holds the token. Apart from `count`, so that the plugin's last release is seen as such while
    /// the host holds the token.
    let held = Atomic<Int>(1)
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
    /// True if the answer is that the object let go of its token. Written as `outcome` is.
    var isAbandoned = false

    init(record: RecordPointer) { self.record = record }

    /// A token for the object that runs in `record`, held once by the plugin and once by the request.
    static func make(_ record: RecordPointer) -> UnsafeMutablePointer<TokenBox> {
        let token = UnsafeMutablePointer<TokenBox>.allocate(capacity: 1)
        token.initialize(to: TokenBox(record: record))
        return token
    }

    static func from(_ token: OpaquePointer?) -> UnsafeMutablePointer<TokenBox>? {
        token.map { UnsafeMutablePointer(mutating: UnsafePointer<TokenBox>($0)) }
    }
}
