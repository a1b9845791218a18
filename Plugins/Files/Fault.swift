internal import Glibc
internal import QuickConnectPlugin

/// What a system call said, as a number of `errno(3)`.
struct Fault: Error {
    /// The number.
    let number: Int32

    init(_ number: Int32) { self.number = number }

    /// True if the last name stands for a folder where it should for a file, or the other way round.
    var isOfFolder: Bool { number == EISDIR }

    /// The error for the caller.
    ///
    /// - Parameter path: What the caller named, for the message.
    func error(_ path: StoragePath) -> CommandError {
        let place = path.quoted
        switch number {
        case ENOENT: return CommandError(.notFound, "\(place) is not there; listFiles shows what is")
        case EEXIST: return CommandError(.exists, "\(place) is there already; take another name, or delete it first")
        case ELOOP:
            return CommandError(.badPath, "\(place) is, or passes, a symbolic link; name a file without links")
        case ENOTDIR:
            return CommandError(.badPath, "a part of \(place) is no folder; name only folders in front of a slash")
        case ENAMETOOLONG: return CommandError(.badPath, "\(place) is too long for this file system; shorten it")
        case EILSEQ, EINVAL:
            return CommandError(.badPath, "this file system does not take the name \(place); choose another")
        case ENXIO: return CommandError(.conflict, "\(place) is no regular file; name another")
        case EMLINK:
            return CommandError(.conflict, "\(place) has other names, too (hard links); save it whole instead")
        case EISDIR: return CommandError(.conflict, "\(place) is a folder; name a file")
        case ENOTEMPTY: return CommandError(.conflict, "\(place) is a folder that is not empty; delete it first")
        default: return disturbance(place)
        }
    }

    /// What lies in the machine rather than in the request.
    private func disturbance(_ place: String) -> CommandError {
        switch number {
        case ENOSPC, EDQUOT:
            CommandError(.noSpace, "the disk is full, so \(place) stays as it was; make room and try again")
        case EFBIG: CommandError(.tooLarge, "\(place) would be larger than files may be here; split it")
        case EACCES, EPERM, EROFS:
            CommandError(.denied, "the system does not allow it for \(place): \(words); correct owner and mode")
        case EBUSY, ETXTBSY, EAGAIN, EDEADLK:
            CommandError(.busy, "something else uses \(place); try again later")
        case EMFILE, ENFILE:
            CommandError(.busy, "too many files are open for \(place); close some, and try again")
        case EXDEV:
            CommandError(.unavailable, "\(place) lies on another file system; mount nothing inside the storage folder")
        default:
            CommandError(.unavailable, "\(place) cannot be used: \(words); look into the system's log")
        }
    }

    private var words: String { String(cString: strerror(number)) }
}
