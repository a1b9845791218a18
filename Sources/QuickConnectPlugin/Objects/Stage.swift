/// The stage of a request in which a command object runs.
public enum Stage: UInt32, Sendable, CaseIterable {
    /// Runs first; whatever stops or fails here keeps the others from running.
    case validation = 0
    /// Does the work, and may give values to the objects that follow.
    case business = 1
    /// Shows the outcome.
    case view = 2
    /// Runs instead of the rest once an object has failed.
    case error = 3
}
