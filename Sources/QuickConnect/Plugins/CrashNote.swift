/// The note that the signal handler wrote: fields that each end with a NUL.
enum CrashNote {
    /// The note as an entry; nil if the process ended well, or the note is not whole.
    static func read(_ path: String) -> QuarantineEntry? {
        guard let bytes = SmallFile.read(path, limit: 1 << 16) else { return nil }
        let fields = bytes.split(separator: 0, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        // Six fields, and nothing after the last NUL.
        guard fields.count == 7 else { return nil }
        return QuarantineEntry(
            id: fields[0], version: fields[1], phase: fields[2], command: fields[3], cause: fields[5], inputs: fields[4]
        )
    }
}
