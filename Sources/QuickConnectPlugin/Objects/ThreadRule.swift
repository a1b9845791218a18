/// On which thread the calls of a class run.
public enum ThreadRule: UInt32, Sendable {
    /// One call at a time for the plugin in each controller, on any thread; until its answer if it is asynchronous.
    case serial = 0
    /// Any thread, several calls at once. Such a class must be re-entrant; its requests wait for nothing.
    case any = 1
    /// The main thread.
    case main = 2
}
