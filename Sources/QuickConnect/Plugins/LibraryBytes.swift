internal import Glibc

/// The whole of a library in memory of our own, so that nobody changes it between check and copy.
struct LibraryBytes: ~Copyable {
    /// The file's name in its folder.
    let name: String
    private let buffer: UnsafeMutableRawBufferPointer

    /// The largest library that is read: 1 GiB.
    static let limit = 1 << 30

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(buffer) }

    private init(name: String, size: Int) {
        self.name = name
        buffer = .allocate(byteCount: size, alignment: 16)
    }

    deinit { buffer.deallocate() }

    /// Reads `file`, whose `fstat` gave `status`.
    static func read(
        _ file: borrowing OpenFile, name: String, path: String, status: stat
    ) throws(PluginRefusal) -> LibraryBytes {
        let size = Int(status.st_size)
        guard size <= limit else {
            throw PluginRefusal(.tooLarge, "the library is larger than \(limit) bytes; strip it", file: path)
        }
        let library = LibraryBytes(name: name, size: size)
        let count: Int
        do { count = try file.read(into: library.buffer) } catch {
            throw PluginRefusal(.unreadable, "the library cannot be read: \(error)", file: path)
        }
        guard count == size else {
            throw PluginRefusal(.changed, "the library became shorter while it was read; install it again", file: path)
        }
        return library
    }
}
