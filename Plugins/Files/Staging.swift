internal import CFiles
internal import Glibc
internal import QuickConnectPlugin

/// A folder inside the storage folder for what is not whole yet, and for what is no longer: callers cannot name it.
///
/// A file in it is locked by whoever writes it, so that what a killed process left behind can be told and removed.
struct Staging: ~Copyable {
    /// Its name in the storage folder.
    static let name = ".qc-files"

    /// The folder.
    let folder: Descriptor

    /// Opens the folder, and makes it first where it is missing or something else has taken its name.
    init(below root: Int32) throws(Fault) {
        do throws(Fault) {
            folder = try Descriptor(folder: Staging.name, in: root)
        } catch {
            if error.number == ENOTDIR { unlinkat(root, Staging.name, 0) }
            guard mkdirat(root, Staging.name, 0o700) == 0 || errno == EEXIST else { throw Fault(errno) }
            folder = try Descriptor(folder: Staging.name, in: root)
        }
    }

    /// A name that nothing in the folder has.
    static func freshName() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }

    /// Makes a file with `bytes` in it, all of them on the disk, and has `place` move it to where it belongs.
    func withFile(_ bytes: UnsafeRawBufferPointer, _ place: (String) throws(Fault) -> Void) throws(Fault) {
        for _ in 0..<10 {
            let name = Staging.freshName()
            let file = try Descriptor(name, in: folder.number, O_WRONLY | O_CREAT | O_EXCL)
            // Before it was locked, a process that tidies up may have taken it for a left-over.
            guard file.lockIfFree(), try file.status().st_nlink == 1 else { continue }
            do throws(Fault) {
                try file.write(bytes)
                try file.sync()
                return try place(name)
            } catch {
                unlinkat(folder.number, name, 0)
                throw error
            }
        }
        throw Fault(EBUSY)
    }

    /// Removes what processes left behind that ended in the middle.
    func tidy() {
        let entries = try? FolderEntries(in: folder.number)
        for name in entries?.names ?? [] { tidy(name) }
    }

    private func tidy(_ name: String) {
        guard let file = try? Descriptor(name, in: folder.number, O_RDONLY | O_NONBLOCK) else {
            unlinkat(folder.number, name, 0)
            return
        }
        var status = stat()
        guard fstat(file.number, &status) == 0 else { return }
        if status.st_mode & S_IFMT == S_IFDIR {
            try? removeTree(name)
        } else if file.lockIfFree() {
            unlinkat(folder.number, name, 0)
        }
    }

    /// Removes the folder `name` of this folder with all that is in it.
    ///
    /// Folders in it are moved up here first, so that a tree of any depth takes two descriptors, and no path is walked that
    /// somebody could bend meanwhile. Several may remove one tree at once.
    func removeTree(_ name: String) throws(Fault) {
        var waiting = [name]
        while let next = waiting.popLast() {
            try empty(next, &waiting)
            guard unlinkat(folder.number, next, Int32(AT_REMOVEDIR)) == 0 || errno == ENOENT else { throw Fault(errno) }
        }
    }

    private func empty(_ name: String, _ waiting: inout [String]) throws(Fault) {
        let doomed: Descriptor
        do throws(Fault) {
            doomed = try Descriptor(folder: name, in: folder.number)
        } catch {
            guard error.number != ENOENT else { return }
            throw error
        }
        for entry in try FolderEntries(in: doomed.number).names {
            if unlinkat(doomed.number, entry, 0) == 0 || errno == ENOENT { continue }
            guard errno == EISDIR || errno == EPERM else { throw Fault(errno) }
            let fresh = Staging.freshName()
            if qc_files_rename(doomed.number, entry, folder.number, fresh, true) == 0 {
                waiting.append(fresh)
            } else if errno != ENOENT {
                throw Fault(errno)
            }
        }
    }
}
