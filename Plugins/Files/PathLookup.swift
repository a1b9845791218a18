internal import CFiles
internal import Glibc
internal import QuickConnectPlugin

/// How folders below the storage folder are found, so that no symbolic link leads out of it.
enum PathLookup: String {
    /// By the kernel in one step where it can, name by name otherwise.
    case automatic = "auto"
    /// Name by name, each without following a link.
    case walk

    /// Opens the folder `path` below the folder `root`.
    ///
    /// - Throws: The system's fault; `ELOOP` if a symbolic link stands on the way.
    func open(_ path: String, below root: Int32) throws(Fault) -> Descriptor {
        guard self == .automatic else { return try PathLookup.walk(path, root) }
        let number = qc_files_open_folder_beneath(root, path)
        if number < 0, PathLookup.isMissingCall(errno) { return try PathLookup.walk(path, root) }
        return try Descriptor(number)
    }

    /// True if the kernel lacks `openat2(2)` or a flag of it, or a sandbox forbids it. `EAGAIN`: a folder moved meanwhile.
    private static func isMissingCall(_ number: Int32) -> Bool {
        [ENOSYS, EPERM, E2BIG, EINVAL, EAGAIN, EOPNOTSUPP].contains(number)
    }

    private static func walk(_ path: String, _ root: Int32) throws(Fault) -> Descriptor {
        var folder: Descriptor?
        for name in path.split(separator: "/") {
            let parent = folder?.number ?? root
            folder = try PathLookup.step(String(name), parent)
        }
        guard let found = consume folder else { throw Fault(ENOENT) }
        return found
    }

    /// One name. Of a link, the kernel says `ENOTDIR` here, as it does of a file; `openat2` says `ELOOP`.
    private static func step(_ name: String, _ parent: Int32) throws(Fault) -> Descriptor {
        do throws(Fault) {
            return try Descriptor(folder: name, in: parent)
        } catch {
            var status = stat()
            let isLink = fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFLNK
            throw error.number == ENOTDIR && isLink ? Fault(ELOOP) : error
        }
    }
}
