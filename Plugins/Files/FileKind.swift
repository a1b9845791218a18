internal import Glibc

/// What a name stands for, as replies write it.
enum FileKind: String {
    /// A regular file.
    case file
    /// A folder.
    case folder
    /// A symbolic link, which no command follows.
    case link
    /// A pipe, a socket or a device, which no command opens.
    case other

    /// The kind that `stat(2)` tells.
    init(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = .file
        case S_IFDIR: self = .folder
        case S_IFLNK: self = .link
        default: self = .other
        }
    }

    /// The kind that `readdir(3)` tells; nil if the file system does not say.
    init?(entryType: UInt8) {
        switch Int(entryType) {
        case Int(DT_UNKNOWN): return nil
        case Int(DT_REG): self = .file
        case Int(DT_DIR): self = .folder
        case Int(DT_LNK): self = .link
        default: self = .other
        }
    }
}
