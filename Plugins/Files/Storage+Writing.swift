internal import CFiles
internal import Glibc
internal import QuickConnectPlugin

extension Storage {
    /// Makes `path` a file of `bytes`, at once: whoever looks sees the old file or the new one, whole, and so it is after a
    /// crash. If it fails, the old file stands.
    ///
    /// - Parameter replace: False if a file that is there is to stay: `EEXIST`.
    func save(_ bytes: UnsafeRawBufferPointer, to path: StoragePath, replace: Bool) throws(Fault) {
        try withFolder(of: path) { folder throws(Fault) in
            let staging = try Staging(below: root.number)
            try staging.withFile(bytes) { name throws(Fault) in
                try Storage.rename(staging.folder.number, name, folder, path.name, replace: replace)
            }
            try Storage.sync(folder: folder)
        }
    }

    /// Adds `bytes` to the end of a file, or makes it. If they do not fit, the file is as long as before.
    ///
    /// - Parameter length: How long the file must be before; nil if it does not matter.
    /// - Returns: How long it is now.
    /// - Throws: `CONFLICT` if the length is another.
    func append(_ bytes: UnsafeRawBufferPointer, to path: StoragePath, at length: Int?) throws(CommandError) -> Int {
        // Another process may put a new file in its place meanwhile; then what was opened is not it any more.
        for _ in 0..<100 {
            guard let file = try openToAppend(path) else {
                if try create(bytes, path, length) { return bytes.count }
                continue
            }
            let size = try at(path) { () throws(Fault) in try currentSize(file, path) }
            guard let size else { continue }
            try Storage.check(size, length, path)
            try at(path) { () throws(Fault) in try Storage.extend(file, from: size, bytes) }
            return size + bytes.count
        }
        throw CommandError(.busy, "\(path.quoted) is replaced again and again; try again later")
    }

    /// Opens and locks a file; nil if there is none.
    private func openToAppend(_ path: StoragePath) throws(CommandError) -> Descriptor? {
        do throws(Fault) {
            let file = try openFile(path, O_WRONLY | O_APPEND)
            try file.lock()
            return file
        } catch {
            guard error.number == ENOENT else { throw error.error(path) }
            return nil
        }
    }

    /// Makes the file that is to be appended to; false if somebody else made it meanwhile.
    private func create(
        _ bytes: UnsafeRawBufferPointer, _ path: StoragePath, _ length: Int?
    ) throws(CommandError) -> Bool {
        try Storage.check(0, length, path)
        do throws(Fault) {
            try save(bytes, to: path, replace: false)
            return true
        } catch {
            guard error.number == EEXIST else { throw error.error(path) }
            return false
        }
    }

    /// The length of an open file; nil if its name stands for another file by now.
    private func currentSize(_ file: borrowing Descriptor, _ path: StoragePath) throws(Fault) -> Int? {
        let opened = try file.status()
        guard let named = try? status(of: path), named.st_ino == opened.st_ino, named.st_dev == opened.st_dev else {
            return nil
        }
        // Another name may lie outside of the storage folder.
        guard opened.st_nlink == 1 else { throw Fault(EMLINK) }
        return Int(opened.st_size)
    }

    private static func check(_ size: Int, _ length: Int?, _ path: StoragePath) throws(CommandError) {
        guard let length, length != size else { return }
        throw CommandError(
            .conflict, "\(path.quoted) has \(size) bytes, not \(length); go on from there", data: ["size": Value(size)])
    }

    private static func extend(
        _ file: borrowing Descriptor, from size: Int, _ bytes: UnsafeRawBufferPointer
    ) throws(Fault) {
        do throws(Fault) {
            try file.write(bytes)
            try file.sync()
        } catch {
            ftruncate(file.number, off_t(size))
            throw error
        }
    }
}
