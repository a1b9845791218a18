internal import QuickConnectPlugin

/// The app's preferences.
// All classes of the plugin are serial: the host lets one call at a time into it.
final class PreferencesPlugin: Plugin, @unchecked Sendable {
    static let id = "qc.preferences"
    static let version = "1.0.0"

    /// The preferences and the file that they are kept in.
    let file: PreferencesFile

    /// - Throws: `UNAVAILABLE` if the setting is out of its range, or why the storage folder cannot be used.
    init(host: PluginHost) throws(CommandError) {
        let limit = host.configuration("sizeLimit")?.integer ?? 1 << 20
        guard (2...Int64(PreferencesFile.greatest)).contains(limit) else {
            throw CommandError(
                .unavailable,
                "the setting \"sizeLimit\" of \(PreferencesPlugin.id) is \(limit); set it to 2 to "
                    + "\(PreferencesFile.greatest) bytes")
        }
        file = try PreferencesFile(in: try host.storageFolder(), limit: Int(limit))
    }
}
