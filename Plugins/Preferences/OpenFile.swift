internal import Glibc
internal import QuickConnectPlugin

/// An open file or folder, closed with its last owner; what the system says of it becomes errors for callers.
final class OpenFile {
    /// The number that the kernel knows it by; -1 once it is closed.
    private(set) var number: Int32
    private var known = stat()

    /// Opens `name` in a folder, and follows no symbolic link. `openat(2)`
    init(_ name: String, in folder: Int32, _ flags: Int32) throws(CommandError) {
        number = openat(folder, name, flags | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY, 0o600)
        guard number >= 0 else { throw OpenFile.error(errno) }
        noteStatus()
    }

    deinit { close() }

    /// Closes it before its time, and gives a lock back with it.
    func close() {
        if number >= 0 { Glibc.close(number) }
        number = -1
    }

    /// How many bytes it had when it was noted.
    var size: Int { Int(known.st_size) }

    /// Notes what it is like, for ``isUnchanged(_:)``.
    func noteStatus() { fstat(number, &known) }

    /// True if `status` is of this file, and nobody wrote into it since it was noted.
    func isUnchanged(_ status: stat) -> Bool {
        status.st_ino == known.st_ino && status.st_dev == known.st_dev && status.st_size == known.st_size
            && status.st_mtim.tv_sec == known.st_mtim.tv_sec && status.st_mtim.tv_nsec == known.st_mtim.tv_nsec
    }

    /// What stands under a name of this folder; nil if nothing does. `fstatat(2)`
    func status(of name: String) throws(CommandError) -> stat? {
        var status = stat()
        if fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return status }
        guard errno == ENOENT else { throw OpenFile.error(errno) }
        return nil
    }

    /// Takes the lock, for which others may keep it waiting 5 s. `flock(2)`
    func lock() throws(CommandError) {
        for _ in 0..<2_500 {
            if flock(number, LOCK_EX | LOCK_NB) == 0 { return }
            usleep(2_000)
        }
        throw CommandError(.busy, "another process holds the lock of the preferences; try again later")
    }

    /// All that a regular file holds.
    func contents(upTo limit: Int) throws(CommandError) -> [UInt8] {
        guard known.st_mode & S_IFMT == S_IFREG else {
            throw CommandError(.unavailable, "\(PreferencesFile.name) is no regular file; remove it")
        }
        guard size <= limit else {
            throw CommandError(
                .tooLarge, "\(PreferencesFile.name) has \(size) bytes, more than the limit of \(limit); make it smaller"
            )
        }
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            while filled < size {
                let count = pread(number, buffer.baseAddress.map { $0 + filled }, size - filled, off_t(filled))
                if count < 0, errno == EINTR { continue }
                if count < 0 { failure = errno }
                guard count > 0 else { break }
                filled += count
            }
        }
        guard failure == 0 else { throw OpenFile.error(failure) }
        return bytes
    }

    /// Writes `bytes`, and waits until they are on the disk.
    func write(_ bytes: [UInt8]) throws(CommandError) {
        let failure = bytes.withUnsafeBytes { buffer -> Int32 in
            var sent = 0
            while sent < buffer.count {
                let count = Glibc.write(number, buffer.baseAddress.map { $0 + sent }, buffer.count - sent)
                guard count > 0 || errno == EINTR else { return errno }
                sent += max(count, 0)
            }
            return 0
        }
        guard failure == 0 else { throw OpenFile.error(failure) }
        try sync()
    }

    /// Waits until the contents, or the names of a folder, are on the disk. `fsync(2)`
    func sync() throws(CommandError) {
        guard fsync(number) == 0 || errno == EINVAL else { throw OpenFile.error(errno) }
    }

    /// Renames in this folder. `renameat(2)`
    func rename(_ name: String, to newName: String) throws(CommandError) {
        guard renameat(number, name, number, newName) == 0 else { throw OpenFile.error(errno) }
    }

    /// Gives a file of this folder the first name `base-1.json`, `base-2.json`, … that is free, and returns it.
    func putAside(_ name: String, as base: String) throws(CommandError) -> String {
        for place in 1...1000 {
            let kept = "\(base)-\(place).json"
            guard linkat(number, name, number, kept, 0) == 0 else {
                guard errno == EEXIST else { throw OpenFile.error(errno) }
                continue
            }
            unlinkat(number, name, 0)
            return kept
        }
        throw CommandError(.unavailable, "the storage folder has 1000 damaged files; look into them, and remove them")
    }

    private static func error(_ number: Int32) -> CommandError {
        let words = String(cString: strerror(number))
        switch number {
        case ENOSPC, EDQUOT:
            return CommandError(.noSpace, "the disk is full, so the preferences stay as they were; make room")
        case EACCES, EPERM, EROFS:
            return CommandError(
                .denied, "the system does not allow it: \(words); correct the storage folder's owner and mode")
        case EMFILE, ENFILE: return CommandError(.busy, "too many files are open; close some, and try again")
        default:
            return CommandError(.unavailable, "the preferences cannot be used: \(words); look at the storage folder")
        }
    }
}
