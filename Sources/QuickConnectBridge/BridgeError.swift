/// Why an app could not be started.
public struct BridgeError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A stable word for the kind of error, in upper case.
    public let code: String
    /// The file, or file and line, that is wrong; empty if it is none.
    public let place: String
    /// What is wrong, and what to do.
    public let message: String

    init(_ code: String, _ message: String, at place: String = "") {
        (self.code, self.message, self.place) = (code, message, place)
    }

    /// As compilers print it: place, then message.
    public var description: String {
        place.isEmpty ? message : "\(place): \(message)"
    }

    /// JavaScriptCore does not run in this process.
    static func engineFailed(_ reason: String) -> BridgeError {
        BridgeError(
            "ENGINE_FAILED",
            "JavaScriptCore does not start: \(reason). It reserves much address space; look at `ulimit -v`.")
    }
}
