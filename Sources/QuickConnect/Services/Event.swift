public import QuickConnectPlugin

/// A message from a plugin to whoever listens in the app.
public struct Event: Sendable, Hashable {
    /// The event's name, as the plugin documents it.
    public let name: String
    /// The plugin that sent it.
    public let plugin: String
    /// What it carries.
    public let value: Value

    /// An event.
    public init(_ name: String, plugin: String, value: Value) {
        self.name = name
        self.plugin = plugin
        self.value = value
    }
}
