internal import CFiles
internal import Glibc
internal import QuickConnectPlugin

/// The storage folder, and what can be done below it. Nothing outside of it is ever touched, whatever links are put into it
/// and whenever: folders are opened without following one, and the last step is taken from the open folder.
final class Storage: Sendable {
    /// The storage folder itself.
    let root: Descriptor
    private let lookup: PathLookup

    /// Opens the storage folder, and removes what was left half done in it.
    ///
    /// - Parameter folder: The absolute path that the host gave.
    init(folder: String, _ lookup: PathLookup) throws(CommandError) {
        self.lookup = lookup
        do throws(Fault) {
            root = try Descriptor(folder, in: AT_FDCWD, O_RDONLY | O_DIRECTORY)
        } catch {
            throw error.error(.root)
        }
        // Made now, so that folders can still be deleted once the disk is full.
        if let staging = try? Staging(below: root.number) { staging.tidy() }
    }

    /// Does something with a path, and says what failed in the words of ``Fault/error(_:)``.
    func at<Result: ~Copyable>(
        _ path: StoragePath, _ body: () throws(Fault) -> Result
    ) throws(CommandError) -> Result {
        do throws(Fault) { return try body() } catch { throw error.error(path) }
    }

    /// Hands `body` the open folder in which the last name of `path` stands.
    func withFolder<Result: ~Copyable>(
        of path: StoragePath, _ body: (Int32) throws(Fault) -> Result
    ) throws(Fault) -> Result {
        guard !path.folder.isEmpty else { return try body(root.number) }
        let folder = try lookup.open(path.folder, below: root.number)
        return try body(folder.number)
    }

    /// What is in a folder.
    func entries(in path: StoragePath, withSizes: Bool) throws(Fault) -> FolderEntries {
        guard !path.text.isEmpty else { return try FolderEntries(in: root.number, withSizes: withSizes) }
        let folder = try lookup.open(path.text, below: root.number)
        return try FolderEntries(in: folder.number, withSizes: withSizes)
    }

    /// What a path stands for, a link itself included.
    func status(of path: StoragePath) throws(Fault) -> stat {
        try withFolder(of: path) { folder throws(Fault) in
            var status = stat()
            guard fstatat(folder, path.name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { throw Fault(errno) }
            return status
        }
    }

    /// Opens a regular file for reading. A pipe, socket or device is refused without waiting for it.
    func openFile(_ path: StoragePath, _ flags: Int32 = O_RDONLY) throws(Fault) -> Descriptor {
        let file = try withFolder(of: path) { folder throws(Fault) in
            try Descriptor(path.name, in: folder, flags | O_NONBLOCK)
        }
        switch FileKind(try file.status()) {
        case .file: return file
        case .folder: throw Fault(EISDIR)
        case .link, .other: throw Fault(ENXIO)
        }
    }

    /// Reads `count` bytes from `offset`; fewer if the file ends before.
    static func read(_ file: borrowing Descriptor, _ offset: Int, _ count: Int) throws(Fault) -> [UInt8] {
        var fault: Fault?
        let number = file.number
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = pread(number, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(offset + filled))
                if got < 0, errno == EINTR { continue }
                if got < 0 { fault = Fault(errno) }
                guard got > 0 else { break }
                filled += got
            }
        }
        if let fault { throw fault }
        return bytes
    }

    /// Waits until the names in a folder are on the disk.
    static func sync(folder: Int32) throws(Fault) {
        guard fsync(folder) == 0 || errno == EINVAL else { throw Fault(errno) }
    }
}
