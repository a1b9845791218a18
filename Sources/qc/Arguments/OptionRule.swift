/// An option that a verb takes, with two dashes.
struct OptionRule {
    /// The name without its dashes, as in `plugins`.
    let name: String
    /// What stands for the value in help, as in `DIR`; nil if the option takes none.
    let value: String?
    /// What it does, in one line.
    let summary: String

    /// Taken by every verb.
    static let plugins = OptionRule(
        name: "plugins", value: "DIR", summary: "look for plugins in DIR first; any number of times")

    /// Taken by every listing.
    static let json = OptionRule(name: "json", value: nil, summary: "print JSON instead of a table")

    /// Taken by every verb.
    static let help = OptionRule(name: "help", value: nil, summary: "print this and do nothing")

    /// As it stands in help, as in `--plugins DIR`.
    var phrase: String { "--\(name)" + (value.map { " \($0)" } ?? "") }
}
