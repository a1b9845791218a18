internal import Glibc

/// What tells one state of a file from another without reading it.
///
/// The change time is part of it: a `chmod`, a `chown` and a new name for the file count as changes, too.
public struct FileIdentity: Sendable, Hashable {
    /// The number of the device.
    public let device: UInt64
    /// The number of the file on its device.
    public let inode: UInt64
    /// The length in bytes.
    public let size: Int64
    /// The time of the last change of content, in nanoseconds since 1970.
    public let modified: Int64
    /// The time of the last change of anything, in nanoseconds since 1970.
    public let changed: Int64

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        modified = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
        changed = Int64(status.st_ctim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_ctim.tv_nsec)
    }

    /// The identity of the file at `path`, following links, or nil if there is none.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// One short text that is equal exactly for equal identities.
    var text: String { "\(device):\(inode):\(size):\(modified):\(changed)" }
}
