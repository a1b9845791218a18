internal import Glibc

/// The plugins that failed in a way that cannot be contained, each with the cause and what it depended on.
///
/// One small JSON file per plugin in `$XDG_STATE_HOME/quickconnect/quarantine`. An entry holds as long as library,
/// manifest and host are the same; as soon as one of them changes, the plugin is tried again and the entry forgotten.
public struct PluginQuarantine: Sendable {
    /// What a plugin was doing when it failed.
    public enum Phase: String, Sendable {
        /// It was being loaded: its initialisers or its entry ran.
        case load
        /// It was being activated for a controller.
        case activate
        /// It was being deactivated.
        case deactivate
        /// A command ran.
        case command
    }

    /// `$XDG_STATE_HOME/quickconnect/quarantine`.
    public let folder: String

    /// The quarantine of this user.
    public init(_ paths: HostPaths) { folder = paths.state + "/quickconnect/quarantine" }

    /// Puts a plugin into quarantine. It is no error if that cannot be written down: then the plugin is tried again.
    ///
    /// - Parameters:
    ///   - plugin: The plugin, as discovery found it.
    ///   - phase: What it was doing.
    ///   - command: The command, if it was running one.
    ///   - cause: What happened, as in "SIGSEGV" or "the process ended".
    public func add(_ plugin: InstalledPlugin, phase: Phase, command: String? = nil, cause: String) {
        let entry = QuarantineEntry(
            id: plugin.id, version: plugin.manifest?.version ?? "", phase: phase.rawValue, command: command ?? "",
            cause: cause, inputs: plugin.inputs)
        try? entry.write(to: path(plugin.id))
    }

    /// Lets a plugin go, whatever it did.
    ///
    /// - Returns: False if it was not in quarantine.
    @discardableResult
    public func release(_ id: String) -> Bool {
        ManifestPattern.id.accepts(id) && unlink(path(id)) == 0
    }

    /// Why `plugin` may not be used, or nil. An entry whose inputs have changed is forgotten.
    func refusal(for plugin: InstalledPlugin) -> PluginRefusal? {
        guard let entry = QuarantineEntry(path: path(plugin.id)) else { return nil }
        guard entry.inputs == plugin.inputs else {
            release(plugin.id)
            return nil
        }
        return PluginRefusal(
            .quarantined,
            "\(entry.words); it stays out until its library or manifest changes, or until "
                + "\"qc plugin enable \(plugin.id)\"", file: plugin.folder)
    }

    /// Turns the notes of processes that ended inside a plugin into entries.
    func collect() {
        for path in Note.abandoned(in: folder, suffix: PluginSentinel.suffix) {
            take(QuarantineEntry(path: path), from: path)
        }
        for path in Note.abandoned(in: folder, suffix: CrashAttribution.suffix) {
            take(CrashNote.read(path), from: path)
        }
    }

    // A note without an entry, empty or damaged, says that nothing happened, or nothing that can be told.
    private func take(_ entry: QuarantineEntry?, from path: String) {
        if let entry, ManifestPattern.id.accepts(entry.id) { try? entry.write(to: self.path(entry.id)) }
        unlink(path)
    }

    func path(_ id: String) -> String { folder + "/" + id + ".json" }

    /// The ids with an entry, current or not. One look at the folder, so that discovery need not ask for each plugin.
    func ids() -> Set<String> {
        collect()
        return Set(
            ((try? Folder.names(in: folder)) ?? []).filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) })
    }
}
