internal import QuickConnectPlugin

/// What is written, and where to. Nothing in it changes, so any thread may write.
final class LoggingPlugin: Plugin {
    static let id = "qc.logging"
    static let version = "1.0.0"

    private let leastLevel: LogLevel
    private let target: LogTarget
    private let program: String

    /// - Throws: `UNAVAILABLE` if the configuration names a level or a target that there is not.
    init(host: PluginHost) throws(CommandError) {
        let level = host.configuration("level")?.string ?? LogLevel.debug.name
        let target = host.configuration("target")?.string ?? LogTarget.automatic.rawValue
        guard let leastLevel = LogLevel(name: level) else {
            throw CommandError(
                .unavailable,
                "the setting \"level\" of \(LoggingPlugin.id) is \"\(level)\"; set it to debug, info, notice, warning, "
                    + "error or critical")
        }
        guard let target = LogTarget(rawValue: target) else {
            throw CommandError(
                .unavailable,
                "the setting \"target\" of \(LoggingPlugin.id) is \"\(target)\"; set it to auto, journal or stderr")
        }
        self.leastLevel = leastLevel
        self.target = target
        program = host.name
    }

    /// True if entries of `level` are written: graver ones have lower numbers.
    func writes(_ level: LogLevel) -> Bool { level.rawValue <= leastLevel.rawValue }

    /// Writes `entry`. What standard error does not take is counted and told later; it is not the sender's fault.
    ///
    /// - Throws: `UNAVAILABLE` if the journal is the only target and does not take it.
    func write(_ entry: LogEntry) throws(CommandError) {
        if target != .standardError, Journal.write(entry.fields(program: program)) { return }
        guard target != .journal else {
            throw CommandError(
                .unavailable,
                "the journal does not listen at \(Journal.socketPath); start systemd-journald, or set \"target\" of "
                    + "\(LoggingPlugin.id) to auto")
        }
        StandardError.shared.write(line: entry.line)
    }
}
