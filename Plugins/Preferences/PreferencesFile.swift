internal import Glibc
internal import QuickConnectPlugin

/// All preferences, in memory and in the file `preferences.json` of the storage folder.
///
/// The file is replaced as a whole, so it is whole at any moment. Processes change it one after another, under a lock, each
/// from what the one before it left. One thread at a time.
final class PreferencesFile {
    /// The file.
    static let name = "preferences.json"
    /// The next file, before it takes the name. Whoever holds the lock may overwrite it.
    private static let nextName = "preferences.json.next"
    private static let lockName = "preferences.lock"

    /// The most bytes of a file that is read at all.
    static let greatest = 64 << 20

    private let folder: OpenFile
    private let limit: Int
    private var table: [PreferenceName: Value] = [:]
    /// The file that `table` was read from or written to; kept open, so that no other file gets its number.
    private var source: OpenFile?

    /// Opens the storage folder.
    ///
    /// - Parameters:
    ///   - path: The absolute path that the host gave.
    ///   - limit: The most bytes that the file may have.
    init(in path: String, limit: Int) throws(CommandError) {
        self.limit = limit
        folder = try OpenFile(path, in: AT_FDCWD, O_RDONLY | O_DIRECTORY)
    }

    /// The preferences as they are now, whoever changed them. One `fstatat(2)` if nobody did.
    ///
    /// - Throws: `BAD_JSON` if the file is damaged, which is kept under another name: the next time there are none.
    func current() throws(CommandError) -> [PreferenceName: Value] {
        do throws(CommandError) {
            try refresh()
        } catch {
            guard error.code == .badJSON else { throw error }
            // Alone: somebody may have been in the middle of putting it right.
            let lock = try lock()
            defer { lock.close() }
            try refreshOrPutAside()
        }
        return table
    }

    /// Changes the preferences, and returns when the change is on the disk. If it fails, nothing has changed.
    func change(_ body: (inout [PreferenceName: Value]) -> Void) throws(CommandError) {
        let lock = try lock()
        defer { lock.close() }
        try refreshOrPutAside()
        var changed = table
        body(&changed)
        let text = try JSONText.lines(of: changed)
        guard text.count <= limit || text.count <= (source?.size ?? 0) else {
            throw CommandError(
                .tooLarge,
                "all preferences together would have \(text.count) bytes, more than the limit of \(limit); remove some, keep "
                    + "large values in files, or raise \"sizeLimit\" of \(PreferencesPlugin.id)",
                data: ["size": Value(text.count), "limit": Value(limit)])
        }
        source = try write(text)
        table = changed
    }

    private func lock() throws(CommandError) -> OpenFile {
        let file = try OpenFile(PreferencesFile.lockName, in: folder.number, O_RDWR | O_CREAT)
        try file.lock()
        return file
    }

    /// Reads the file unless it is the one that was read last.
    private func refresh() throws(CommandError) {
        guard let named = try folder.status(of: PreferencesFile.name) else {
            (table, source) = ([:], nil)
            return
        }
        if let source, source.isUnchanged(named) { return }
        let file = try OpenFile(PreferencesFile.name, in: folder.number, O_RDONLY | O_NONBLOCK)
        let text = try file.contents(upTo: PreferencesFile.greatest)
        do throws(JSONReader.Fault) {
            table = try JSONReader.table(of: text)
            source = file
        } catch {
            throw CommandError(
                .badJSON, "\(PreferencesFile.name) is damaged at byte \(error.offset)",
                data: ["offset": Value(error.offset)])
        }
    }

    /// Reads the file; a damaged one gets another name, so that nothing is lost and the next request finds no preferences.
    private func refreshOrPutAside() throws(CommandError) {
        do throws(CommandError) {
            try refresh()
        } catch {
            guard error.code == .badJSON else { throw error }
            let kept = try folder.putAside(PreferencesFile.name, as: "preferences-damaged")
            (table, source) = ([:], nil)
            var error = error
            error.message +=
                "; it is kept as \(kept) in the storage folder, and the preferences begin anew: mend it, or remove it"
            throw error
        }
    }

    private func write(_ text: [UInt8]) throws(CommandError) -> OpenFile {
        let next = try OpenFile(PreferencesFile.nextName, in: folder.number, O_RDWR | O_CREAT | O_TRUNC)
        do throws(CommandError) {
            try next.write(text)
            try folder.rename(PreferencesFile.nextName, to: PreferencesFile.name)
        } catch {
            unlinkat(folder.number, PreferencesFile.nextName, 0)
            throw error
        }
        try folder.sync()
        next.noteStatus()
        return next
    }
}
