internal import Glibc

/// Notes that a process keeps locked while it lives, so that others can tell whether it ended.
enum Note {
    /// Makes a note with `text`, locked by this process, and returns its descriptor; nil if it cannot be made.
    static func create(_ path: String, _ text: String) -> Int32? {
        // It gets its name when it is locked and whole: before, others would take it for abandoned.
        let unnamed = path + ".new"
        guard (try? Folder.make(FilePath.parent(of: path))) != nil,
            let file = try? OpenFile(unnamed, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
        else { return nil }
        guard flock(file.descriptor, LOCK_EX | LOCK_NB) == 0, (try? SmallFile.write(text, to: file)) != nil,
            rename(unnamed, path) == 0
        else {
            unlink(unnamed)
            return nil
        }
        let descriptor = file.descriptor
        file.keepOpen()
        return descriptor
    }

    /// The path of each note in `folder` whose process has ended.
    static func abandoned(in folder: String, suffix: String) -> [String] {
        ((try? Folder.names(in: folder)) ?? []).filter { $0.hasSuffix(suffix) }.map { folder + "/" + $0 }.filter {
            path in
            guard let file = try? OpenFile(path, O_RDONLY | O_NOFOLLOW) else { return false }
            return flock(file.descriptor, LOCK_EX | LOCK_NB) == 0
        }
    }
}
