/// What the command objects of a plugin share: one instance for each controller that uses the plugin.
///
/// It is made when a command first needs the plugin. Calls of classes that are not ``ThreadRule/serial`` reach it from
/// several threads at once, so it must be `Sendable`.
public protocol Plugin: AnyObject, Sendable {
    /// The plugin's id, equal to its manifest's, as in `"qc.sound"`.
    static var id: String { get }

    /// The plugin's version, equal to its manifest's, as in `"1.0.0"`.
    static var version: String { get }

    /// Makes the state for one controller.
    ///
    /// - Parameter host: The plugin's view of its host; valid until ``deactivate()`` returns.
    /// - Throws: Why the plugin cannot work here; every command of the plugin is answered with it.
    init(host: PluginHost) throws(CommandError)

    /// Ends all that the state owns: threads, timers, file descriptors. No call is under way and none follows.
    func deactivate()
}

extension Plugin {
    /// Nothing to end.
    public func deactivate() {}
}
