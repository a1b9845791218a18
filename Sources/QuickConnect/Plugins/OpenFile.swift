internal import Glibc

/// An open file or folder, closed with its owner.
struct OpenFile: ~Copyable {
    let descriptor: Int32

    /// Opens `path` with `O_CLOEXEC` added. `mode` counts where the flags create the file.
    init(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(SystemError) {
        descriptor = open(path, flags | O_CLOEXEC, mode)
        if descriptor < 0 { throw .last }
    }

    /// Opens `name` in `folder`.
    init(_ name: String, in folder: borrowing OpenFile, _ flags: Int32, mode: mode_t = 0) throws(SystemError) {
        descriptor = openat(folder.descriptor, name, flags | O_CLOEXEC, mode)
        if descriptor < 0 { throw .last }
    }

    deinit { close(descriptor) }

    /// `fstat(2)`.
    func status() throws(SystemError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .last }
        return status
    }

    /// Reads from `offset` until `buffer` is full or the file ends, and returns how many bytes there were.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int = 0) throws(SystemError) -> Int {
        var filled = 0
        while filled < buffer.count {
            let count = pread(
                descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled, offset + filled)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw .last }
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    /// Writes all of `bytes` at the file's position.
    func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            let count = Glibc.write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw .last }
            written += count
        }
    }

    /// Gives up ownership: the descriptor stays open as long as the process lives.
    consuming func keepOpen() {
        discard self
    }
}
