internal import Glibc

/// A note that a plugin is being loaded, written before and removed after.
///
/// The process holds a lock on the note: a note that nobody holds was left by a process that ended meanwhile.
struct LoadSentinel {
    private let path: String
    private let descriptor: Int32

    static let suffix = ".loading"

    /// Nil if it cannot be written: the plugin loads all the same, unwatched.
    init?(_ plugin: InstalledPlugin, _ quarantine: PluginQuarantine) {
        let entry = QuarantineEntry(
            id: plugin.id, version: plugin.manifest?.version ?? "", phase: PluginQuarantine.Phase.load.rawValue,
            command: "",
            cause: "the process ended while it was being loaded", inputs: plugin.inputs)
        path = "\(quarantine.folder)/\(plugin.id).\(getpid())-\(UInt32.random(in: .min ... .max))\(Self.suffix)"
        guard let descriptor = Note.create(path, entry.json) else { return nil }
        self.descriptor = descriptor
    }

    func remove() {
        unlink(path)
        close(descriptor)
    }
}
