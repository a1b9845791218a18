import Foundation

/// A journal that listens where journald would, for machines on which it does not.
final class FakeJournal {
    static let path = "/run/systemd/journal/socket"

    /// Why there can be none here; nil if there can be.
    static var obstacle: String? {
        isReal || geteuid() == 0 ? nil : "needs journald, or root to stand in for it"
    }

    /// True if the real one is there, and listens: a run that was killed leaves a socket behind that nobody reads.
    static var isReal: Bool {
        let socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(socket) }
        return withAddress { connect(socket, $0, $1) } == 0
    }

    private static func withAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
    }

    private let socket: Int32
    private let entries = JournalEntries()

    init() throws {
        let folder = URL(filePath: FakeJournal.path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        unlink(FakeJournal.path)
        let bound = FakeJournal.withAddress { [socket] in bind(socket, $0, $1) }
        guard bound == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        // Read at once: a socket holds few entries (net.unix.max_dgram_qlen, 10), and other tests write to it meanwhile.
        let (socket, entries) = (socket, entries)
        Thread.detachNewThread {
            var bytes = [UInt8](repeating: 0, count: 1 << 20)
            while true {
                let count = recv(socket, &bytes, bytes.count, 0)
                guard count > 0 else { break }
                entries.append(FakeJournal.fields(Array(bytes[..<count])))
            }
            close(socket)
        }
    }

    deinit {
        unlink(FakeJournal.path)
        // The reader ends, and closes.
        shutdown(socket, Int32(SHUT_RDWR))
    }

    /// The fields of the next entry that `program` wrote, in the journal's native protocol; nil if none comes within two
    /// seconds. Other tests may write to it meanwhile.
    ///
    /// <https://systemd.io/JOURNAL_NATIVE_PROTOCOL/>
    func next(from program: String) async throws -> [String: Data]? {
        for _ in 0..<2000 {
            if let fields = entries.take(from: program) { return fields }
            try await Task.sleep(for: .milliseconds(1))
        }
        return nil
    }

    private static func fields(_ entry: [UInt8]) -> [String: Data] {
        var fields: [String: Data] = [:]
        var rest = entry[...]
        while let end = rest.firstIndex(of: 0x0A) {
            let line = rest[rest.startIndex..<end]
            rest = rest[(end + 1)...]
            if let equals = line.firstIndex(of: UInt8(ascii: "=")) {
                fields[String(decoding: line[..<equals], as: UTF8.self)] = Data(line[(equals + 1)...])
            } else {
                // The name alone: a length of 64 bits in little-endian order follows, then the value and a newline.
                let length = rest.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
                let value = rest.dropFirst(8).prefix(length)
                fields[String(decoding: line, as: UTF8.self)] = Data(value)
                rest = rest.dropFirst(8 + length + 1)
            }
        }
        return fields
    }
}
