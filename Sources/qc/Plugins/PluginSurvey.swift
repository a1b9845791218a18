internal import Glibc
internal import QuickConnect

/// What is installed, as a program that starts now would find it.
struct PluginSurvey {
    /// The directories, in the order in which they are looked through.
    let directories: [String]
    /// What was found in them.
    let catalog: PluginCatalog

    /// Reads every manifest; opens no library.
    init(_ arguments: Arguments) {
        let paths = HostPaths.fromEnvironment()
        directories = PluginDirectories.inOrder(given: arguments.values(.plugins))
        catalog = .ofUser(directories, paths: paths)
    }

    /// The plugin that `name` means: an id, or the path of a plugin's folder or of a file in it.
    func plugin(_ name: String) -> InstalledPlugin? {
        if let plugin = catalog.plugin(name) { return plugin }
        guard let resolved = realpath(name, nil) else { return nil }
        defer { free(resolved) }
        let path = String(cString: resolved)
        return catalog.plugins.first { PluginSurvey.holds($0.folder, path) } ?? PluginSurvey.outside(path)
    }

    /// The plugin that `name` means.
    ///
    /// - Throws: That there is none, with the id that may have been meant.
    func requirePlugin(_ name: String) throws(Failure) -> InstalledPlugin {
        if let plugin = plugin(name) { return plugin }
        let ids = catalog.plugins.map(\.id)
        let meant = Nearness.nearest(to: name, in: ids) ?? ids.first { $0.hasSuffix(".\(name)") }
        let advice = meant.map { "did you mean \($0)?" } ?? "`qc plugin list` shows those that were found"
        throw .error("there is no plugin \(name); \(advice)")
    }

    /// The plugin in a folder that lies in none of the directories.
    private static func outside(_ path: String) -> InstalledPlugin? {
        var status = stat()
        let isFolder = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        let folder = isFolder ? path : parent(of: path)
        let around = PluginCatalog.discover([parent(of: folder)], hostServices: HostServices.names)
        return around.plugins.first { $0.folder == folder }
    }

    private static func holds(_ folder: String, _ path: String) -> Bool {
        guard let resolved = realpath(folder, nil) else { return false }
        defer { free(resolved) }
        let folder = String(cString: resolved)
        return path == folder || path.hasPrefix(folder + "/")
    }

    private static func parent(of path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }
}
