internal import QuickConnectPlugin

/// The app's storage folder, and how much of a file may travel at once. Nothing in it changes.
final class FilesPlugin: Plugin {
    static let id = "qc.files"
    static let version = "1.0.0"

    /// The bytes of a file that one request reads or writes at most, unless the setting `contentsLimit` says otherwise.
    static let standardLimit: Int64 = 16 << 20

    /// The files.
    let storage: Storage
    /// The most bytes of contents in one request.
    let contentsLimit: Int

    /// - Throws: `UNAVAILABLE` if a setting is out of its range, or why the storage folder cannot be used.
    init(host: PluginHost) throws(CommandError) {
        let limit = host.configuration("contentsLimit")?.integer ?? FilesPlugin.standardLimit
        guard (1...1 << 31).contains(limit) else {
            throw CommandError(
                .unavailable,
                "the setting \"contentsLimit\" of \(FilesPlugin.id) is \(limit); set it to 1 to 2147483648 bytes")
        }
        let name = host.configuration("pathLookup")?.string ?? PathLookup.automatic.rawValue
        guard let lookup = PathLookup(rawValue: name) else {
            throw CommandError(
                .unavailable, "the setting \"pathLookup\" of \(FilesPlugin.id) is \"\(name)\"; set it to auto or walk")
        }
        contentsLimit = Int(limit)
        storage = try Storage(folder: try host.storageFolder(), lookup)
    }

    /// Checks how much one request moves.
    ///
    /// - Throws: `TOO_LARGE` with the limit and the way around it.
    func checkLimit(_ count: Int, _ advice: String) throws(CommandError) {
        guard count > contentsLimit else { return }
        throw CommandError(
            .tooLarge,
            "\(count) bytes are more than the limit of \(contentsLimit) for one request; \(advice), or raise "
                + "\"contentsLimit\" of \(FilesPlugin.id)", data: ["size": Value(count), "limit": Value(contentsLimit)])
    }
}
