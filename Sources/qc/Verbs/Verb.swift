/// One thing that the program does, by the word that follows its name.
protocol Verb: SendableMetatype {
    /// The word, as in `call`.
    static var name: String { get }
    /// What it does, in half a line.
    static var summary: String { get }
    /// What follows the word, as in `COMMAND [JSON]`, one form a line.
    static var usage: [String] { get }
    /// More for its own help; whole lines.
    static var details: String { get }
    /// The options it takes beside ``OptionRule/plugins`` and ``OptionRule/help``.
    static var options: [OptionRule] { get }

    /// Does it.
    ///
    /// - Returns: The exit status.
    /// - Throws: An end with a message.
    static func run(_ arguments: Arguments) throws(Failure) -> Int32
}

extension Verb {
    static var options: [OptionRule] { [] }

    /// Every option it takes.
    static var allOptions: [OptionRule] { options + [.plugins, .help] }
}
