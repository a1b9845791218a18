internal import QuickConnect

/// `qc send`: messages line by line.
enum SendVerb: Verb {
    static let name = "send"
    static let summary = "send messages line by line, and print their replies"
    static let usage = ["[FILE] [--record FILE]"]
    static let details = """
        Reads FILE, or standard input: a message on each line, in URL form or as an envelope. Prints the reply to each
        as one line, in order, as soon as it is there; a message is sent when the one before has its reply. A line that
        is no message gets an error as its reply. Empty lines, and messages that want no reply, get none.
        Ends with 0 at the end of the input, whatever the replies say.

        """
    static let record = OptionRule(
        name: "record", value: "FILE", summary: "write each message with its reply to FILE, as a line of JSON")
    static let options = [record]

    static func run(_ arguments: Arguments) throws(Failure) -> Int32 {
        guard arguments.positional.count <= 1 else { throw .usage("there is one FILE at most") }
        let limits = Limits()
        let input = try Input(path: arguments.positional.first)
        let recording = try arguments.value(record).map { (path) throws(Failure) in try Output(creating: path) }
        var lines = LineReader(input, limit: limits.messageBytes)
        let exchange = Exchange(ToolHost.controller(arguments))
        while let line = try lines.next() {
            guard line != .whole([]) else { continue }
            let reply = try exchange.reply(to: line)
            if let reply { try Output.standard.write(reply + [UInt8(ascii: "\n")]) }
            if let recording { try recording.write(Exchange.record(of: line, reply)) }
        }
        return 0
    }
}
