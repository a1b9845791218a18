internal import Glibc

extension PluginCatalog {
    /// Reads every manifest in the directories. No library is opened.
    ///
    /// What is wrong with one plugin keeps that plugin out, and no other but those that require it.
    ///
    /// - Parameters:
    ///   - directories: Absolute paths, first come first served. One that is not there is no fault.
    ///   - hostServices: The services that this host offers, as in `qc.log/1`.
    ///   - disabled: The ids that the user has disabled.
    ///   - quarantine: The plugins that failed before.
    public static func discover(
        _ directories: [String], hostServices: Set<String>, disabled: Set<String> = [],
        quarantine: PluginQuarantine? = nil
    ) -> PluginCatalog {
        var discovery = PluginDiscovery(
            hostServices: hostServices, disabled: disabled, quarantine: quarantine)
        for directory in directories { discovery.read(directory) }
        return discovery.finish()
    }
}

/// One run through the plugin directories.
private struct PluginDiscovery: ~Copyable {
    private let hostServices: Set<String>
    private let disabled: Set<String>
    private let quarantine: PluginQuarantine?
    private let quarantined: Set<String>
    private var parser = ManifestParser()
    private var plugins: [InstalledPlugin] = []
    private var unreadable: [PluginRefusal] = []
    /// The folder that holds each id, of the directories read so far.
    private var owners: [String: String] = [:]

    init(hostServices: Set<String>, disabled: Set<String>, quarantine: PluginQuarantine?) {
        self.hostServices = hostServices
        self.disabled = disabled
        self.quarantine = quarantine
        quarantined = quarantine?.ids() ?? []
    }

    // MARK: Reading

    mutating func read(_ directory: String) {
        var status = stat()
        let names: [String]
        do {
            names = try Folder.names(in: directory).sorted()
            guard stat(directory, &status) == 0 else { throw SystemError.last }
        } catch {
            let number = (error as? SystemError)?.number
            if number == ENOENT { return }
            let message = "the plugin directory cannot be read: \(error); correct its mode or leave it out"
            unreadable.append(PluginRefusal(.directoryUnreadable, message, file: directory))
            return
        }
        var found: [InstalledPlugin] = []
        for name in names where !name.hasPrefix(".") {
            if let plugin = readFolder(directory + "/" + name, name, directory: status) { found.append(plugin) }
        }
        refuseDuplicates(&found)
        shadow(&found)
        plugins += found.sorted { $0.id != $1.id ? $0.id < $1.id : $0.folder < $1.folder }
    }

    /// The plugin in `folder`; nil if it is no folder.
    private mutating func readFolder(_ folder: String, _ name: String, directory: stat) -> InstalledPlugin? {
        let path = folder + "/" + PluginManifest.fileName
        do throws(PluginRefusal) {
            let (manifest, status) = try parser.read(path)
            var plugin = InstalledPlugin(
                id: manifest.id, folder: folder, manifest: manifest, state: .ready,
                manifestIdentity: FileIdentity(status))
            check(&plugin, manifest: status, directory: directory)
            return plugin
        } catch {
            var error = error
            if error.code == .noManifest && !Folder.exists(folder) {
                // What is not UTF-8 in a name was replaced when it was read, so the folder is not found again.
                guard name.contains("\u{FFFD}") else { return nil }
                error = PluginRefusal(.unreadable, "its name is not UTF-8; rename it", file: folder)
            }
            return InstalledPlugin(
                id: parser.id ?? name, folder: folder, manifest: nil, state: .refused(error),
                manifestIdentity: FileIdentity(path: path))
        }
    }

    // MARK: Checks of one plugin

    private func check(_ plugin: inout InstalledPlugin, manifest: stat, directory: stat) {
        do throws(PluginRefusal) {
            try PathPolicy.check(manifest, plugin.manifestPath, directoryOwner: directory.st_uid)
            try checkFiles(&plugin, directory)
            try checkServices(plugin)
        } catch {
            plugin.state = .refused(error)
        }
        if disabled.contains(plugin.id) {
            plugin.state = .disabled
        } else if plugin.isReady, quarantined.contains(plugin.id), let refusal = quarantine?.refusal(for: plugin) {
            plugin.state = .quarantined(refusal)
        }
    }

    /// What can be told of folder and library without opening them. It is checked again on the opened files.
    private func checkFiles(_ plugin: inout InstalledPlugin, _ directory: stat) throws(PluginRefusal) {
        try PathPolicy.checkDirectory(directory, FilePath.parent(of: plugin.folder))
        var status = stat()
        guard stat(plugin.folder, &status) == 0 else {
            throw PluginRefusal(.unreadable, "the folder cannot be read: \(SystemError.last)", file: plugin.folder)
        }
        try PathPolicy.check(status, plugin.folder, directoryOwner: directory.st_uid)
        let library = plugin.libraryPath
        let name = CheckedFolder.target(of: FilePath.name(of: library), in: plugin.folder)
        guard lstat(plugin.folder + "/" + name, &status) == 0 else { throw CheckedFolder.refusal(.last, library) }
        if status.st_mode & S_IFMT == S_IFLNK { throw CheckedFolder.refusal(SystemError(number: ELOOP), library) }
        try PathPolicy.check(status, library, directoryOwner: directory.st_uid)
        plugin.libraryIdentity = FileIdentity(status)
    }

    private func checkServices(_ plugin: InstalledPlugin) throws(PluginRefusal) {
        let missing = plugin.manifest?.services.filter { !hostServices.contains($0) } ?? []
        guard !missing.isEmpty else { return }
        throw PluginRefusal(
            .serviceMissing,
            "this host does not offer \(missing.joined(separator: ", ")); use a host that does, or another plugin",
            file: plugin.manifestPath)
    }

    // MARK: Ids

    private func refuseDuplicates(_ found: inout [InstalledPlugin]) {
        let byID = Dictionary(grouping: found.indices, by: { found[$0].id })
        for indices in byID.values where indices.count > 1 {
            let folders = indices.map { found[$0].folder }
            for index in indices where found[index].manifest != nil {
                let others = folders.filter { $0 != found[index].folder }.joined(separator: ", ")
                found[index].state = .refused(
                    PluginRefusal(
                        .duplicateID, "the id \(found[index].id) is also that of \(others); remove one of them",
                        file: found[index].manifestPath))
            }
        }
    }

    private mutating func shadow(_ found: inout [InstalledPlugin]) {
        for index in found.indices where found[index].manifest != nil {
            if let owner = owners[found[index].id] { found[index].state = .shadowed(by: owner) }
        }
        for plugin in found where plugin.manifest != nil && owners[plugin.id] == nil {
            owners[plugin.id] = plugin.folder
        }
    }

    // MARK: All together

    consuming func finish() -> PluginCatalog {
        var order = DependencyOrder(plugins)
        order.sort()
        var plugins = order.plugins
        Self.refuseTakenCommands(&plugins)
        return PluginCatalog(plugins: plugins, unreadable: unreadable)
    }

    /// A command belongs to the plugin that maps it first; who maps it, too, must know.
    private static func refuseTakenCommands(_ plugins: inout [InstalledPlugin]) {
        var owners: [String: String] = [:]
        var refused: Set<String> = []
        for index in plugins.indices where plugins[index].isReady {
            let plugin = plugins[index]
            let commands = plugin.manifest?.commands ?? []
            if let required = plugin.manifest?.requires.first(where: refused.contains) {
                refused.insert(plugin.id)
                plugins[index].state = .refused(
                    PluginRefusal(
                        .dependencyMissing, "\(plugin.id) requires \(required), which is refused; see to it first",
                        file: plugin.manifestPath))
                continue
            }
            if let taken = commands.first(where: { !$0.joins && owners[$0.command] != nil }) {
                plugins[index].state = .refused(
                    PluginRefusal(
                        .commandTaken,
                        "the command \"\(taken.command)\" of \(plugin.id) belongs to \(owners[taken.command] ?? ""); "
                            + "say \"joins\": true in its entry, or rename it", file: plugin.manifestPath))
                refused.insert(plugin.id)
                continue
            }
            for command in commands where owners[command.command] == nil { owners[command.command] = plugin.id }
        }
    }
}
