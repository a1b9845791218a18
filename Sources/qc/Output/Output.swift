internal import Glibc

/// A file descriptor that bytes are written to, whole or not at all as far as this program can see to it.
struct Output {
    /// The descriptor.
    let descriptor: Int32

    /// Replies and listings.
    static let standard = Output(descriptor: STDOUT_FILENO)

    /// Diagnostics.
    static let error = Output(descriptor: STDERR_FILENO)

    /// Sees to it that no file that is opened later stands in for a standard descriptor that is closed. It goes on failing as
    /// if it were: what is opened in its place cannot be used in its direction.
    static func occupyStandardDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    private init(descriptor: Int32) { self.descriptor = descriptor }

    /// Creates the file at `path`, or empties it. It stays open until the program ends.
    ///
    /// - Throws: What the system says if it cannot be.
    init(creating path: String) throws(Failure) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .error("cannot create \(path): \(String(cString: strerror(errno)))") }
    }

    /// Writes all of `bytes`.
    ///
    /// - Throws: An end without words if the reader is gone, else one that says what the system said.
    func write(_ bytes: [UInt8]) throws(Failure) {
        try bytes.withUnsafeBufferPointer { bytes throws(Failure) in try write(UnsafeRawBufferPointer(bytes)) }
    }

    /// Writes all of `text`.
    func write(_ text: String) throws(Failure) { try write(Array(text.utf8)) }

    /// Writes all of `bytes`.
    func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                wait()
            } else if errno == EPIPE {
                throw .silent(1)
            } else if errno != EINTR {
                throw .error("cannot write: \(String(cString: strerror(errno)))")
            }
        }
    }

    /// True if a person looks at it.
    var isTerminal: Bool { isatty(descriptor) == 1 }

    private func wait() {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&wanted, 1, -1)
    }
}
