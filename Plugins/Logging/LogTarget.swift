/// Where entries go, as the key `target` of the configuration names it.
enum LogTarget: String {
    /// To the journal where it listens, and to standard error otherwise.
    case automatic = "auto"
    /// To the journal alone.
    case journal
    /// To standard error alone.
    case standardError = "stderr"
}
