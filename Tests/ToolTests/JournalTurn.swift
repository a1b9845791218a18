import Foundation

/// The right to be the journal of this machine, held as long as this lives. flock(2)
final class JournalTurn {
    private let descriptor: Int32

    init() throws {
        descriptor = open(
            NSTemporaryDirectory() + "/quickconnect-journal-tests.lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    }

    deinit { close(descriptor) }
}
