public import QuickConnect
public import QuickConnectPlugin

extension TestHost {
    /// Sends a command and awaits its value; null if no object gave one, or one stopped the request.
    ///
    /// - Parameter timeout: Milliseconds, so that a test does not hang; 0 is none.
    /// - Throws: The error of the reply, or why the host could not be set up.
    @discardableResult
    public func call(
        _ command: String, _ parameters: [Value] = [], from source: Source = .program, timeout: UInt32 = 300_000
    ) async throws(CommandError) -> Value {
        try await reply(to: command, parameters, from: source, timeout: timeout).get() ?? .null
    }

    /// Sends a command with parameters of a type of the test's own, as ``call(_:_:from:timeout:)``.
    @_disfavoredOverload @discardableResult
    public func call<T: Encodable & Sendable>(
        _ command: String, _ parameters: [T], from source: Source = .program, timeout: UInt32 = 300_000
    ) async throws(CommandError) -> Value {
        var values: [Value] = []
        for parameter in parameters {
            if case .value(let value) = try Outcome.encoding(parameter) { values.append(value) }
        }
        return try await call(command, values, from: source, timeout: timeout)
    }

    /// Sends a command and awaits its reply, whatever it is.
    public func reply(
        to command: String, _ parameters: [Value] = [], from source: Source = .program, timeout: UInt32 = 300_000
    ) async -> Reply {
        if let setUpError { return .error(setUpError) }
        return await controller.call(command, parameters, from: source, timeout: timeout) { [record] in
            record.note(progress: $0)
        }
    }

    /// Sends a command and awaits its error; nil if it answers with none.
    public func error(
        of command: String, _ parameters: [Value] = [], from source: Source = .program, timeout: UInt32 = 300_000
    ) async -> CommandError? {
        if case .error(let error) = await reply(to: command, parameters, from: source, timeout: timeout) {
            error
        } else {
            nil
        }
    }

    /// What was logged so far, in order.
    public var logEntries: [LogEntry] { record.logEntries }

    /// The events that were sent so far, in order.
    public var events: [Event] { record.events }

    /// What requests told of their progress so far, in order.
    public var progress: [Value] { record.progress }
}
