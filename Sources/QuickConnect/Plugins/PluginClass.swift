public import QuickConnectPlugin

/// A class of command objects, as a manifest names it.
public struct PluginClass: Sendable, Hashable {
    /// The bare name, as in `PlaySoundVCO`.
    public let name: String
    /// The stage in which it runs.
    public let stage: Stage
    /// The thread on which it runs, as the library must say, too; nil if the manifest leaves it to the library.
    public let thread: ThreadRule?

    /// A class.
    public init(name: String, stage: Stage, thread: ThreadRule? = nil) {
        self.name = name
        self.stage = stage
        self.thread = thread
    }
}
