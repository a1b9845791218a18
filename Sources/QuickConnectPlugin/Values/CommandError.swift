/// An error as a caller sees it: what a command object throws, and what a reply carries.
public struct CommandError: Error, Hashable, Sendable {
    /// What went wrong, for programs.
    public var code: ErrorCode
    /// One sentence for people that says what to do next.
    public var message: String
    /// More for programs, as the command documents it.
    public var data: Value?
    /// The stage in which it happened; the host fills it in, nil if it was in none.
    public var stage: Stage?
    /// The class that failed; the host fills it in, nil if it was none.
    public var object: String?

    /// An error to throw from a command object.
    public init(_ code: ErrorCode, _ message: String, data: Value? = nil, stage: Stage? = nil, object: String? = nil) {
        self.code = code
        self.message = message
        self.data = data
        self.stage = stage
        self.object = object
    }
}

extension CommandError: CustomStringConvertible {
    /// Code, object and message in one line.
    public var description: String {
        object.map { "\(code) from \($0): \(message)" } ?? "\(code): \(message)"
    }
}
