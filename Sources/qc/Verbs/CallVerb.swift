internal import QuickConnect
internal import QuickConnectPlugin

/// `qc call`: one request.
enum CallVerb: Verb {
    static let name = "call"
    static let summary = "send one request, and print the value of its reply"
    static let usage = ["COMMAND [JSON]"]
    static let details = """
        Sends COMMAND with the parameters that JSON holds: the elements of an array, or any other value as the only
        one. Prints the value of the reply as one line of JSON, or the error as an object. Ends with 0 for a value, and
        for a stop, which prints nothing; with 1 for an error, and with 2 if the command line is wrong.
        Text is JSON in double quotes, and the shell wants single ones around them: qc call hello '"World"'
        JSON may be a negative number: qc call playSound -1

        """

    static func run(_ arguments: Arguments) throws(Failure) -> Int32 {
        guard let command = arguments.positional.first else { throw .usage("name a command") }
        guard arguments.positional.count <= 2 else {
            throw .usage("give all parameters in one JSON array, as in '[1, 2]'")
        }
        let parameters: [Value]
        do throws(MessageError) {
            parameters = try parse(arguments.positional.dropFirst().first)
        } catch {
            // Most often text without quotes, or with the only pair gone to the shell.
            if error.message.hasPrefix("a JSON value must stand here") {
                try Output.error.write("qc: text needs double quotes, and single ones around them: '\"text\"'\n")
            }
            return try print(error.commandError)
        }
        let controller = ToolHost.controller(arguments)
        switch controller.handleRequest(command, parameters, from: .commandLine) {
        case .value(let value): return try print(value)
        case .error(let error): return try print(error)
        case .stop(let stage, let object):
            try Output.error.write("qc: \(object) stopped the request in the \(stage) stage\n")
            return 0
        }
    }

    private static func parse(_ text: String?) throws(MessageError) -> [Value] {
        guard let text else { return [] }
        let value = try Array(text.utf8).withUnsafeBufferPointer { bytes throws(MessageError) in
            try JSONText.value(UnsafeRawBufferPointer(bytes))
        }
        return value.array ?? [value]
    }

    private static func print(_ value: Value) throws(Failure) -> Int32 {
        var writer = JSONWriter()
        do throws(MessageError) {
            try writer.write(value)
        } catch {
            return try print(error.commandError)
        }
        for warning in writer.warnings { try Output.error.write("qc: \(Table.visible(warning))\n") }
        try Output.standard.write(Array(writer.bytes) + [UInt8(ascii: "\n")])
        return 0
    }

    private static func print(_ error: CommandError) throws(Failure) -> Int32 {
        var writer = JSONWriter()
        do throws(MessageError) {
            try writer.writeError(error)
        } catch {
            throw .error(error.message)
        }
        try Output.standard.write(Array(writer.bytes) + [UInt8(ascii: "\n")])
        return 1
    }
}

extension MessageError {
    /// The error as a request would be answered with it.
    fileprivate var commandError: CommandError { CommandError(code, message, data: ["offset": Value(offset)]) }
}
