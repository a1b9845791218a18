internal import QuickConnectPlugin

/// One message on its way to the log, and who sent it.
struct LogEntry {
    let level: LogLevel
    let message: LogMessage
    let source: Source

    /// The entry as one line, newline included: `warning [qc.logging] text`, with the origin of a sender that has one.
    var line: [UInt8] {
        var line = LineText()
        line.append("\(level.name) [\(LoggingPlugin.id)")
        if let origin = source.origin { line.append(escaping: " \(origin)") }
        line.append("] ")
        line.append(escaping: String(decoding: message.utf8, as: UTF8.self))
        return line.ended()
    }

    /// The entry as the journal's fields, each `NAME=value`; a value may hold any byte.
    ///
    /// - Parameter program: The host program, as the journal's reader selects it.
    func fields(program: String) -> [[UInt8]] {
        [
            Array("MESSAGE=".utf8) + message.utf8,
            Array("PRIORITY=\(level.rawValue)".utf8),
            Array("SYSLOG_IDENTIFIER=\(program)".utf8),
            Array("QC_PLUGIN=\(LoggingPlugin.id)".utf8),
            Array("QC_SOURCE=\(sender)".utf8),
        ]
    }

    /// The sender in words: what kind of caller, then its origin.
    private var sender: String {
        let caller =
            switch source.caller {
            case .program: "program"
            case .commandLine: "command-line"
            case .page: "page"
            case .foreignPage: "foreign-page"
            case .http: "http"
            case .plugin: "plugin"
            }
        return source.origin.map { "\(caller) \($0)" } ?? caller
    }
}
