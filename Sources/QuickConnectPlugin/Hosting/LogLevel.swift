/// How grave a log entry is, with the numbers of syslog.
///
/// - SeeAlso: <https://www.rfc-editor.org/rfc/rfc5424#section-6.2.1>
public enum LogLevel: UInt32, Sendable, CaseIterable {
    /// Somebody must act now.
    case critical = 2
    /// Something failed.
    case error = 3
    /// Something may fail.
    case warning = 4
    /// Normal, but worth noting.
    case notice = 5
    /// Normal.
    case info = 6
    /// For whoever looks for a fault.
    case debug = 7

    /// The level's name, as in `"warning"`.
    public var name: String {
        switch self {
        case .critical: "critical"
        case .error: "error"
        case .warning: "warning"
        case .notice: "notice"
        case .info: "info"
        case .debug: "debug"
        }
    }

    /// The level named `name`, in lower case, with `warn` for `warning`.
    public init?(name: String) {
        guard let level = LogLevel.allCases.first(where: { $0.name == (name == "warn" ? "warning" : name) }) else {
            return nil
        }
        self = level
    }
}
