internal import QuickConnect

/// A plugin's folder, as discovery sees it among its neighbours.
struct PluginFolder {
    /// The absolute path, without a slash at its end.
    let path: String
    /// The folder that it lies in.
    let directory: String
    /// The plugin; nil if there is none.
    let plugin: InstalledPlugin?

    init(_ folder: String) {
        path = PluginDirectories.inOrder(given: [folder]).first ?? folder
        let end = path.lastIndex(of: "/") ?? path.startIndex
        directory = end == path.startIndex ? "/" : String(path[..<end])
        let path = path
        plugin = PluginCatalog.discover([directory], hostServices: HostServices.names).plugins
            .first { $0.folder == path }
    }

    /// Why the plugin cannot be used; nil if it can.
    var refusal: String? {
        guard let plugin else { return "\(path) holds no plugin.json; name the folder of a plugin" }
        return plugin.isReady ? nil : plugin.refusal?.description ?? "\(path) is not the first plugin of its id"
    }
}
