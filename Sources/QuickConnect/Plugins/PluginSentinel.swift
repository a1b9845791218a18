internal import Glibc

/// A note that a plugin is being loaded or activated, written before and removed after.
///
/// The process holds a lock on the note: a note that nobody holds was left by a process that ended meanwhile.
struct PluginSentinel {
    private let path: String
    private let descriptor: Int32

    static let suffix = ".pending"

    /// Nil if it cannot be written: the plugin is used all the same, unwatched.
    init?(_ plugin: InstalledPlugin, _ phase: PluginQuarantine.Phase, _ quarantine: PluginQuarantine) {
        let entry = QuarantineEntry(
            id: plugin.id, version: plugin.manifest?.version ?? "", phase: phase.rawValue, command: "",
            cause: "the process ended meanwhile", inputs: plugin.inputs)
        path = "\(quarantine.folder)/\(plugin.id).\(getpid())-\(UInt32.random(in: .min ... .max))\(Self.suffix)"
        guard let descriptor = Note.create(path, entry.json) else { return nil }
        self.descriptor = descriptor
    }

    func remove() {
        unlink(path)
        close(descriptor)
    }

    /// Runs `body`, which runs the plugin's code, under a note on disk, and with this thread's place set to the phase:
    /// if the process ends or crashes in it, the next start knows who did it.
    static func watch<Result, Failure: Error>(
        _ plugin: InstalledPlugin, _ phase: PluginQuarantine.Phase, _ paths: HostPaths,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let sentinel = PluginSentinel(plugin, phase, PluginQuarantine(paths))
        defer { sentinel?.remove() }
        return try CallPlace(plugin, phase).enter(body)
    }
}
