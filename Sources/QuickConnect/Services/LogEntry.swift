public import QuickConnectPlugin

/// One entry of the host's log.
public struct LogEntry: Sendable, Hashable {
    /// How grave it is.
    public let level: LogLevel
    /// The plugin that wrote it, or that it is about; nil if it is about none.
    public let plugin: String?
    /// The text, as it came: it may hold newlines and control characters.
    public let message: String

    /// An entry.
    public init(_ level: LogLevel, _ message: String, plugin: String? = nil) {
        self.level = level
        self.message = message
        self.plugin = plugin
    }

    /// The entry as one line: control characters, line separators and direction marks are escaped, so that no text can
    /// pass for a second entry.
    public var line: String {
        var line = plugin.map { "\(level.name) [\($0)] " } ?? "\(level.name): "
        for scalar in message.unicodeScalars {
            if LogEntry.isSafe(scalar) {
                line.unicodeScalars.append(scalar)
            } else {
                line += scalar.escaped(asASCII: true)
            }
        }
        return line
    }

    private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: scalar == "\t"
        default: true
        }
    }
}
