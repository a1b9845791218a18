internal import CSystemd
internal import Glibc

/// The journal of this machine, journald's.
///
/// - SeeAlso: <https://www.freedesktop.org/software/systemd/man/252/sd_journal_print.html>
enum Journal {
    /// Where journald listens; libsystemd knows no other place.
    static let socketPath = "/run/systemd/journal/socket"

    /// How long a journal may keep a sender waiting, in milliseconds.
    private static let patience: Int32 = 100

    /// Writes one entry with `sd_journal_sendv`, which reports success where nothing listens: so that is looked at first.
    ///
    /// - Parameter fields: Each `NAME=value`; a value may hold any byte.
    /// - Returns: False if the journal did not take it.
    static func write(_ fields: [[UInt8]]) -> Bool {
        guard isListening() else { return false }
        var bytes = Array(fields.joined())
        return bytes.withUnsafeMutableBytes { bytes in
            var start = bytes.baseAddress
            let parts = fields.map { field in
                defer { start = start.map { $0 + field.count } }
                return iovec(iov_base: start, iov_len: field.count)
            }
            return sd_journal_sendv(parts, Int32(parts.count)) == 0
        }
    }

    /// True if a journal takes a datagram now, by a connection made for the question: a journal may come and go.
    private static func isListening() -> Bool {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: socketPath.utf8) }
        let isConnected = withUnsafeBytes(of: &address) { bytes in
            bytes.assumingMemoryBound(to: sockaddr.self).baseAddress.map {
                connect(descriptor, $0, socklen_t(bytes.count)) == 0
            }
        }
        guard isConnected == true else { return false }
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&wanted, 1, patience) == 1 && wanted.revents & Int16(POLLOUT) != 0
    }
}
