/// Where a request came from: what the original framework put at index 0 of the parameters.
public struct Source: Sendable, Hashable {
    /// Who calls.
    public enum Caller: UInt32, Sendable {
        /// C or Swift code in the host program.
        case program = 0
        /// The command line.
        case commandLine = 1
        /// A page or script of the app that runs.
        case page = 2
        /// A page of another origin.
        case foreignPage = 3
        /// A client over HTTP.
        case http = 4
        /// Another command object.
        case plugin = 5
    }

    /// Who calls.
    public var caller: Caller
    /// The window's number, from 1; 0 if there is none.
    public var window: UInt64
    /// The page's number, from 1, never used twice in a process; 0 if there is none.
    public var page: UInt64
    /// Scheme, host and port of the page, the peer's address, or the calling plugin's id; nil if there is none.
    public var origin: String?

    /// A source.
    public init(_ caller: Caller, window: UInt64 = 0, page: UInt64 = 0, origin: String? = nil) {
        self.caller = caller
        self.window = window
        self.page = page
        self.origin = origin
    }

    /// C or Swift code in the host program.
    public static let program = Source(.program)

    /// The command line.
    public static let commandLine = Source(.commandLine)
}
