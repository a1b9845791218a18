/// Why `qc-run` ends before a script ran.
struct RunError: Error {
    /// The exit status.
    let status: Int32
    /// What to print on standard error.
    let message: String

    /// The command line cannot be understood, or asks for what there is not.
    static func usage(_ message: String) -> RunError {
        RunError(status: 2, message: message + "; see qc run --help")
    }

    /// The app or the engine is the reason.
    static func failed(_ reason: some CustomStringConvertible) -> RunError {
        RunError(status: 1, message: reason.description)
    }
}
