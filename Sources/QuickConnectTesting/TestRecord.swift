internal import QuickConnect
internal import QuickConnectPlugin

/// What a plugin under test did beside answering, and the folder of its files, which goes away with this.
final class TestRecord: Sendable {
    private struct Noted {
        var logEntries: [LogEntry] = []
        var events: [Event] = []
        var progress: [Value] = []
    }

    private let noted = Guarded(Noted())
    private let root: String

    init(root: String) { self.root = root }

    deinit { ScratchFolder.remove(root) }

    func note(_ entry: LogEntry) { noted.withLock { $0.logEntries.append(entry) } }
    func note(_ event: Event) { noted.withLock { $0.events.append(event) } }
    func note(progress: Value) { noted.withLock { $0.progress.append(progress) } }

    var logEntries: [LogEntry] { noted.withLock { $0.logEntries } }
    var events: [Event] { noted.withLock { $0.events } }
    var progress: [Value] { noted.withLock { $0.progress } }
}
