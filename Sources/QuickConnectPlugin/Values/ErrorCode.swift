/// A stable name for what went wrong: upper case, documented one by one in `docs/errors.md`.
///
/// A plugin may use the codes below that are not marked as the host's, and those that its manifest lists.
public struct ErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The code as it stands in a reply, as in `"INVALID_PARAMETERS"`.
    public let rawValue: String

    /// A code of a plugin's own, as its manifest lists it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The code itself.
    public var description: String { rawValue }
}

extension ErrorCode {
    /// The host's: no command of that name is mapped.
    public static let unknownCommand = ErrorCode(rawValue: "UNKNOWN_COMMAND")
    /// The host's: a class name resolves to nothing, to several, or to the wrong kind.
    public static let classNotFound = ErrorCode(rawValue: "CLASS_NOT_FOUND")
    /// The host's: the message is not of the form that the host takes.
    public static let badRequest = ErrorCode(rawValue: "BAD_REQUEST")
    /// The host's: the command is empty, reserved, or not text.
    public static let badCommand = ErrorCode(rawValue: "BAD_COMMAND")
    /// Text that is not UTF-8, a bad percent escape, or half a surrogate pair.
    public static let badEncoding = ErrorCode(rawValue: "BAD_ENCODING")
    /// Text that is not JSON.
    public static let badJSON = ErrorCode(rawValue: "BAD_JSON")
    /// A number past the range of a double.
    public static let badNumber = ErrorCode(rawValue: "BAD_NUMBER")
    /// A path that leaves its folder or holds what no path may.
    public static let badPath = ErrorCode(rawValue: "BAD_PATH")
    /// Too many arrays, objects or requests inside one another.
    public static let tooDeep = ErrorCode(rawValue: "TOO_DEEP")
    /// More bytes than a limit allows.
    public static let tooLarge = ErrorCode(rawValue: "TOO_LARGE")
    /// Parameters of the wrong number, type or range.
    public static let invalidParameters = ErrorCode(rawValue: "INVALID_PARAMETERS")
    /// What the request names is not there.
    public static let notFound = ErrorCode(rawValue: "NOT_FOUND")
    /// What the request would make is there already.
    public static let exists = ErrorCode(rawValue: "EXISTS")
    /// The request does not fit the state of things.
    public static let conflict = ErrorCode(rawValue: "CONFLICT")
    /// Something else uses what the request needs; try again.
    public static let busy = ErrorCode(rawValue: "BUSY")
    /// The disk or a quota is full.
    public static let noSpace = ErrorCode(rawValue: "NO_SPACE")
    /// The caller may not.
    public static let denied = ErrorCode(rawValue: "DENIED")
    /// The machine lacks a device, service or package.
    public static let unavailable = ErrorCode(rawValue: "UNAVAILABLE")
    /// The caller cancelled.
    public static let cancelled = ErrorCode(rawValue: "CANCELLED")
    /// The answer did not come in time.
    public static let timedOut = ErrorCode(rawValue: "TIMED_OUT")
    /// The host's: a synchronous nested request would have had to wait for another thread.
    public static let wouldBlock = ErrorCode(rawValue: "WOULD_BLOCK")
    /// The host's: the page that asked is no longer there.
    public static let pageGone = ErrorCode(rawValue: "PAGE_GONE")
    /// The host's: a plugin broke its contract with the host.
    public static let pluginFailed = ErrorCode(rawValue: "PLUGIN_FAILED")
    /// The host's: a fault of the host's own. Please report it.
    public static let `internal` = ErrorCode(rawValue: "INTERNAL")

    /// The codes that only the host's dispatch may raise.
    public static let reservedForHost: Set<ErrorCode> = [
        .unknownCommand, .classNotFound, .badRequest, .badCommand, .wouldBlock, .pageGone, .pluginFailed, .internal,
    ]

    /// The codes that every plugin may use without listing them.
    public static let common: Set<ErrorCode> = [
        .badEncoding, .badJSON, .badNumber, .badPath, .tooDeep, .tooLarge, .invalidParameters, .notFound, .exists,
        .conflict, .busy, .noSpace, .denied, .unavailable, .cancelled, .timedOut,
    ]
}
