internal import QuickConnect
internal import QuickConnectPlugin

/// `qc decode`: what the parser makes of some bytes.
enum DecodeVerb: Verb {
    static let name = "decode"
    static let summary = "print what the parser makes of a JSON text or message URL"
    static let usage = ["json [FILE]", "url [FILE] [--compatibility]"]
    static let details = """
        Reads FILE, or standard input, and prints its canonical JSON: of a message URL {"cmd":...,"params":[...]}.
        If it is wrong, prints {"code":...,"offset":...,"message":...} and ends with 1; the offset counts bytes from 0.
        One newline at the end of a URL does not belong to it.

        """
    static let options = [
        OptionRule(name: "compatibility", value: nil, summary: "take URLs that old pages send, as app.json can say")
    ]

    static func run(_ arguments: Arguments) throws(Failure) -> Int32 {
        guard let form = arguments.positional.first, ["json", "url"].contains(form) else {
            throw .usage("say what to decode: json or url")
        }
        guard arguments.positional.count <= 2 else { throw .usage("there is one FILE at most") }
        let compatibility = arguments.has(options[0])
        if compatibility, form == "json" { throw .usage("--compatibility is for urls") }
        let limits = Limits()
        let input = try Input(path: arguments.positional.dropFirst().first)
        var bytes = try input.readAll(limit: form == "json" ? limits.messageBytes : limits.urlBytes + 1)
        if form == "url", bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        return try print(bytes, isURL: form == "url", compatibility: compatibility)
    }

    private static func print(_ bytes: [UInt8], isURL: Bool, compatibility: Bool) throws(Failure) -> Int32 {
        let text: [UInt8]
        do throws(MessageError) {
            text =
                try isURL ? MessageText.decodedURL(bytes, compatibility: compatibility) : JSONText.canonical(bytes)
        } catch {
            try Output.standard.write(error.report.jsonLine)
            return 1
        }
        try Output.standard.write(text + [UInt8(ascii: "\n")])
        return 0
    }
}

extension MessageError {
    /// The error as this program prints it.
    fileprivate var report: Value {
        ["code": .string(code.rawValue), "offset": Value(offset), "message": .string(message)]
    }
}
