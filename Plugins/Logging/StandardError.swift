internal import Glibc

/// Standard error, line by line: lines of several threads do not mix, and a reader that is slow, gone or asleep neither
/// ends nor blocks the program.
// All state stands under `mutex`, which is made once and has a fixed address.
final class StandardError: @unchecked Sendable {
    /// The process has one, whichever controllers use the plugin.
    static let shared = StandardError()

    /// How long a reader may keep a sender waiting. One that used it up is not waited for again until it reads.
    private static let patience = Duration.seconds(1)

    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var isStalled = false
    private var isInsideLine = false
    private var lost = 0

    private init() {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    /// Writes `line`, which ends in a newline; or counts it as lost, and says so before the next line that gets through.
    func write(line: [UInt8]) {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        let bytes = remark + line
        let written = bytes.withUnsafeBytes { block in
            BrokenPipe.withoutSignal { send(block, for: isStalled ? .zero : StandardError.patience) }
        }
        if written == bytes.count {
            (isStalled, isInsideLine, lost) = (false, false, 0)
        } else {
            isStalled = true
            isInsideLine = isInsideLine || written > 0
            lost += 1
        }
    }

    /// What stands before the next line: the end of one that was cut, and how many were lost.
    private var remark: [UInt8] {
        guard lost > 0 else { return [] }
        let note = "warning [\(LoggingPlugin.id)] standard error took no more: \(lost) entries are lost here\n"
        return Array((isInsideLine ? "\n" + note : note).utf8)
    }

    /// Writes as much of `block` as is taken in time. A pipe that is ready takes 4096 bytes (`PIPE_BUF`) without blocking,
    /// and as one piece; a file takes all at once.
    private func send(_ block: UnsafeRawBufferPointer, for patience: Duration) -> Int {
        let end = ContinuousClock.now + patience
        let piece = isFile ? block.count : Int(PIPE_BUF)
        var sent = 0
        while sent < block.count, isReady(until: end) {
            let rest = UnsafeRawBufferPointer(rebasing: block[sent...].prefix(piece))
            let count = Glibc.write(STDERR_FILENO, rest.baseAddress, rest.count)
            guard count > 0 || (errno == EAGAIN || errno == EINTR) && ContinuousClock.now < end else { break }
            sent += max(count, 0)
        }
        return sent
    }

    private func isReady(until end: ContinuousClock.Instant) -> Bool {
        let rest = ContinuousClock.now.duration(to: end) / .milliseconds(1)
        var wanted = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        return poll(&wanted, 1, Int32(max(rest, 0))) == 1 && wanted.revents & Int16(POLLOUT) != 0
    }

    private var isFile: Bool {
        var status = stat()
        return fstat(STDERR_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
