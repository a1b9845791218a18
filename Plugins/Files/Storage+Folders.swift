internal import CFiles
internal import Glibc
internal import QuickConnectPlugin

extension Storage {
    /// Makes a folder.
    func makeFolder(_ path: StoragePath) throws(Fault) {
        try withFolder(of: path) { folder throws(Fault) in
            guard mkdirat(folder, path.name, 0o700) == 0 else { throw Fault(errno) }
            try Storage.sync(folder: folder)
        }
    }

    /// Makes a folder and those on the way to it, where they are missing.
    func makeFolders(_ path: StoragePath) throws(Fault) {
        for place in path.ancestors + [path] {
            do throws(Fault) {
                try makeFolder(place)
            } catch {
                guard error.number == EEXIST, FileKind(try status(of: place)) == .folder else { throw error }
            }
        }
    }

    /// Removes a file, a link or a pipe; `EISDIR` of a folder.
    func removeFile(_ path: StoragePath) throws(Fault) {
        try withFolder(of: path) { folder throws(Fault) in
            guard unlinkat(folder, path.name, 0) == 0 else { throw Fault(errno) }
            try Storage.sync(folder: folder)
        }
    }

    /// Removes whatever stands at a path, a folder with all that is in it. It goes at once; then its parts are removed.
    func removeTree(_ path: StoragePath) throws(Fault) {
        let staging = try Staging(below: root.number)
        let doomed = Staging.freshName()
        try withFolder(of: path) { folder throws(Fault) in
            try Storage.rename(folder, path.name, staging.folder.number, doomed, replace: true)
            try Storage.sync(folder: folder)
        }
        if unlinkat(staging.folder.number, doomed, 0) == 0 { return }
        try staging.removeTree(doomed)
    }

    /// Gives a file or folder another name, in another folder perhaps.
    func move(_ from: StoragePath, _ to: StoragePath, replace: Bool) throws(Fault) {
        try withFolder(of: from) { source throws(Fault) in
            try withFolder(of: to) { target throws(Fault) in
                try Storage.rename(source, from.name, target, to.name, replace: replace)
                try Storage.sync(folder: target)
            }
            try Storage.sync(folder: source)
        }
    }

    /// Renames in one step. Where a file system cannot refuse to replace (`EINVAL`), somebody who makes the same name at the
    /// same moment loses it.
    static func rename(
        _ from: Int32, _ name: String, _ to: Int32, _ newName: String, replace: Bool
    ) throws(Fault) {
        if qc_files_rename(from, name, to, newName, replace) == 0 { return }
        // A folder is to take the place of a file: the fault of the last name, not of one on the way to it.
        guard errno != ENOTDIR else { throw Fault(EISDIR) }
        guard !replace, errno == EINVAL else { throw Fault(errno) }
        var status = stat()
        guard fstatat(to, newName, &status, AT_SYMLINK_NOFOLLOW) != 0 else { throw Fault(EEXIST) }
        guard qc_files_rename(from, name, to, newName, true) == 0 else { throw Fault(errno) }
    }
}
