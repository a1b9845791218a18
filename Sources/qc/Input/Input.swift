internal import Glibc

/// A file, or standard input, that bytes are read from.
struct Input: ~Copyable {
    private let descriptor: Int32
    private let name: String

    /// Opens the file at `path`; nil or `-` is standard input.
    ///
    /// - Throws: What the system says if it cannot be opened.
    init(path: String?) throws(Failure) {
        guard let path, path != "-" else {
            descriptor = STDIN_FILENO
            name = "standard input"
            return
        }
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        name = path
        guard descriptor >= 0 else { throw .error("cannot open \(path): \(String(cString: strerror(errno)))") }
    }

    deinit { if descriptor != STDIN_FILENO { close(descriptor) } }

    /// Reads some bytes into `buffer`, waiting for them.
    ///
    /// - Returns: How many; 0 at the end.
    /// - Throws: What the system says if it cannot be read, closed standard input included.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        while true {
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            if errno == EAGAIN {
                var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                _ = poll(&wanted, 1, -1)
            } else if errno != EINTR {
                throw .error("cannot read \(name): \(String(cString: strerror(errno)))")
            }
        }
    }

    /// Reads to the end, but no further than one byte past `limit`: enough to see that it is too long.
    func readAll(limit: Int) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= limit {
            let count = try chunk.withUnsafeMutableBufferPointer { buffer throws(Failure) in
                try read(into: UnsafeMutableRawBufferPointer(buffer))
            }
            guard count > 0 else { break }
            bytes += chunk[..<min(count, limit + 1 - bytes.count)]
        }
        return bytes
    }
}
