internal import QuickConnectPlugin

/// Writes a message to the log.
final class LoggingVCO: CommandObject {
    static let stage = Stage.view
    /// A log must not wait for other requests, least of all for one that hangs.
    static let thread = ThreadRule.any

    /// Writes the first parameter at the level that the second one names.
    ///
    /// - Parameter request: A message: text as it is, any other value as its JSON text. Then, if not `info`, a level by
    ///   name or number.
    /// - Returns: ``Outcome/next``, so that whatever else is mapped to the command runs, too.
    /// - Throws: `INVALID_PARAMETERS` if the message is missing or the level is none; `UNAVAILABLE` if the
    ///   configuration wants the journal alone and it does not listen.
    static func doCommand(_ request: Request, _ plugin: LoggingPlugin) throws(CommandError) -> Outcome {
        try request.parameters.expect(count: 1...2)
        let level = try level(in: request.parameters)
        if plugin.writes(level) {
            let message = LogMessage(request.parameters[0])
            try plugin.write(LogEntry(level: level, message: message, source: request.source))
        }
        return .next
    }

    private static func level(in parameters: Parameters) throws(CommandError) -> LogLevel {
        guard !parameters.isEmpty(at: 1) else { return .info }
        if let name = parameters[1].string, let level = LogLevel(name: name) { return level }
        if let number = parameters[1].unsigned.flatMap(UInt32.init(exactly:)), let level = LogLevel(rawValue: number) {
            return level
        }
        throw CommandError(
            .invalidParameters,
            "parameter 1 is no level; give debug, info, notice, warning, error or critical, or a number from 7 to 2")
    }
}
