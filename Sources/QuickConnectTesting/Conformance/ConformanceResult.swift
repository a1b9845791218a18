/// What became of one rule.
public struct ConformanceResult: Sendable, Hashable {
    /// How it ended.
    public enum Outcome: String, Sendable {
        /// The plugin keeps the rule, as far as it was tried.
        case passed
        /// It does not.
        case failed
        /// It could not be tried.
        case skipped
    }

    /// The rule.
    public let rule: ConformanceRule
    /// How it ended.
    public let outcome: Outcome
    /// What was found, or what to do; empty if there is nothing to say.
    public let message: String

    /// A result.
    public init(_ rule: ConformanceRule, _ outcome: Outcome, _ message: String = "") {
        self.rule = rule
        self.outcome = outcome
        self.message = message
    }
}

extension ConformanceResult: CustomStringConvertible {
    /// The result as one line: `failed  commands.codes  …`.
    public var description: String {
        let line = "\(outcome.rawValue)  \(rule.rawValue)"
        return message.isEmpty ? line : line + "  " + message
    }
}
