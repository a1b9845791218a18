internal import CQuickConnect
internal import Glibc

/// The plugins that the user has disabled: `{"disabled":["qc.sound"]}` in `$XDG_CONFIG_HOME/quickconnect/plugins.json`.
public struct DisabledPlugins: Sendable {
    /// The path of the file.
    public let file: String

    /// The user's file.
    public init(_ paths: HostPaths) { file = paths.config + "/quickconnect/plugins.json" }

    /// Reads the ids. A file that is not there names none.
    ///
    /// - Throws: A refusal with line and column if the file is not as it must be.
    public func read() throws(PluginRefusal) -> Set<String> {
        var status = stat()
        if stat(file, &status) != 0 && errno == ENOENT { return [] }
        guard let bytes = SmallFile.read(file, limit: PluginManifest.sizeLimit) else {
            throw PluginRefusal(
                .unreadable, "the list of disabled plugins cannot be read; correct its mode or remove it", file: file)
        }
        var parser = ManifestParser()
        return try parser.disabled(bytes, file: file)
    }

    /// Disables a plugin, or enables it again, from the next discovery on.
    ///
    /// - Throws: As ``read()``, or if the file cannot be written.
    public func set(_ id: String, disabled: Bool) throws(PluginRefusal) {
        var ids = try read()
        if disabled { ids.insert(id) } else { ids.remove(id) }
        let list = ids.sorted().map(SmallFile.quote).joined(separator: ",")
        do { try SmallFile.write("{\"disabled\":[\(list)]}\n", to: file) } catch {
            throw PluginRefusal(.unreadable, "the list of disabled plugins cannot be written: \(error)", file: file)
        }
    }
}
