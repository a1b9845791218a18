internal import CFiles
internal import Glibc
internal import QuickConnectPlugin

/// An open file or folder, closed with its owner.
struct Descriptor: ~Copyable {
    /// The number that the kernel knows it by; valid as long as this.
    let number: Int32

    /// Takes over what a call returned.
    ///
    /// - Throws: The fault in `errno` if it is negative.
    init(_ number: Int32) throws(Fault) {
        guard number >= 0 else { throw Fault(errno) }
        self.number = number
    }

    deinit { close(number) }

    /// Opens `name`, one step below the folder `folder`, and follows no symbolic link. `openat(2)`.
    init(_ name: String, in folder: Int32, _ flags: Int32, mode: UInt32 = 0o600) throws(Fault) {
        try self.init(qc_files_open(folder, name, flags, mode))
    }

    /// Opens the folder `name`, one step below the folder `folder`.
    init(folder name: String, in folder: Int32) throws(Fault) {
        try self.init(name, in: folder, O_RDONLY | O_DIRECTORY)
    }

    /// What it is and how large. `fstat(2)`.
    func status() throws(Fault) -> stat {
        var status = stat()
        guard fstat(number, &status) == 0 else { throw Fault(errno) }
        return status
    }

    /// Takes the lock, for which others may keep it waiting 5 s. `flock(2)`; the lock ends with the descriptor.
    ///
    /// - Throws: `EBUSY` if it is not free by then.
    func lock() throws(Fault) {
        for _ in 0..<2_500 {
            if lockIfFree() { return }
            usleep(2_000)
        }
        throw Fault(EBUSY)
    }

    /// Takes the lock if nobody holds it.
    func lockIfFree() -> Bool { flock(number, LOCK_EX | LOCK_NB) == 0 }

    /// Writes all of `bytes` where the file stands. `write(2)`.
    func write(_ bytes: UnsafeRawBufferPointer) throws(Fault) {
        var sent = 0
        while sent < bytes.count {
            let count = Glibc.write(number, bytes.baseAddress.map { $0 + sent }, bytes.count - sent)
            guard count > 0 || errno == EINTR else { throw Fault(errno) }
            sent += max(count, 0)
        }
    }

    /// Waits until the contents are on the disk. `fsync(2)`; a file system that cannot do it says `EINVAL`.
    func sync() throws(Fault) {
        guard fsync(number) == 0 || errno == EINVAL else { throw Fault(errno) }
    }
}
