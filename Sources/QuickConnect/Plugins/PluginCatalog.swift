/// The plugins that are installed, in the order in which they map their commands: by directory, then by id,
/// dependencies first.
public struct PluginCatalog: Sendable {
    /// Every folder with a manifest, those that cannot be used included.
    public let plugins: [InstalledPlugin]
    /// Directories that are there and cannot be read.
    public let unreadable: [PluginRefusal]

    private let positions: [String: Int]

    init(plugins: [InstalledPlugin], unreadable: [PluginRefusal]) {
        self.plugins = plugins
        self.unreadable = unreadable
        var positions: [String: Int] = [:]
        // Of several with one id, the usable one; else the first.
        for (index, plugin) in plugins.enumerated() where positions[plugin.id] == nil || plugin.isReady {
            positions[plugin.id] = index
        }
        self.positions = positions
    }

    /// The plugin with this id: the one that counts, if several folders have it.
    public func plugin(_ id: String) -> InstalledPlugin? {
        positions[id].map { plugins[$0] }
    }

    /// The plugins that can be used.
    public var ready: [InstalledPlugin] { plugins.filter(\.isReady) }
}
