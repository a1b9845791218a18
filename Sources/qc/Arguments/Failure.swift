/// Why the program ends early, and how.
struct Failure: Error {
    /// The exit status: 1 for an error, 2 for a command line that cannot be understood.
    let status: Int32
    /// What to print on standard error; nil if everything is said, or there is nobody left to say it to.
    let message: String?

    /// A command line that cannot be understood.
    static func usage(_ message: String) -> Failure { Failure(status: 2, message: message) }

    /// Something that did not work.
    static func error(_ message: String) -> Failure { Failure(status: 1, message: message) }

    /// An end with a status alone.
    static func silent(_ status: Int32) -> Failure { Failure(status: status, message: nil) }
}
