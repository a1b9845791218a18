import Foundation

/// The entries that a ``FakeJournal`` has read, in order, and nobody has looked at.
// All state stands under `lock`.
final class JournalEntries: @unchecked Sendable {
    private let lock = NSLock()
    private var entries: [[String: Data]] = []

    func append(_ entry: [String: Data]) { lock.withLock { entries.append(entry) } }

    /// Takes the first entry that `program` wrote.
    func take(from program: String) -> [String: Data]? {
        lock.withLock {
            let index = entries.firstIndex { $0["SYSLOG_IDENTIFIER"] == Data(program.utf8) }
            return index.map { entries.remove(at: $0) }
        }
    }
}
