import CQuickConnect
import QuickConnect
import QuickConnectPlugin
import Testing

@Suite struct EnvelopeTests {
    /// Reads a message; gives its parts, or the error's code, and the id either way.
    private func read(_ text: String, limits: Limits = Limits()) -> (summary: String, id: String) {
        var reader = MessageReader(limits: limits)
        var summary: String
        do {
            try Array(text.utf8).withUnsafeBytes { bytes in try reader.read(bytes) }
            let message = reader.message
            let parameters = try message.parameterList.map {
                String(decoding: try JSONText.text(of: $0), as: UTF8.self)
            }
            summary =
                "\(message.commandText)(\(parameters.joined(separator: ","))) \(message.wantsReply) \(message.timeout)"
        } catch {
            summary = (error as? MessageError)?.code.rawValue ?? "\(error)"
        }
        guard reader.message.id.kind != QC_ABSENT else { return (summary, "none") }
        let id = (try? JSONText.text(of: reader.message.id)).map { String(decoding: $0, as: UTF8.self) }
        return (summary, id ?? "unreadable")
    }

    @Test(arguments: [
        (#"{"v":1,"cmd":"log"}"#, "log() true 0", "none"),
        (#"{"v":1,"id":7,"cmd":"log","params":[1,"a"]}"#, #"log(1,"a") true 0"#, "7"),
        (
            #" {"cmd":"log","params":{"a":1},"id":"x","v":1,"reply":false,"timeout":250}"#, #"log({"a":1}) false 250"#,
            #""x""#
        ),
        (#"{"v":1,"cmd":"log","params":null,"id":null}"#, "log(null) true 0", "null"),
        (#"{"v":1,"cmd":"log","params":[],"timeout":4294967295,"reply":true}"#, "log() true 4294967295", "none"),
        (#"{"v":1,"cmd":"log","params":[[]],"id":18446744073709551615}"#, "log([]) true 0", "18446744073709551615"),
        (#"{"v":2,"cmd":"a","v":1,"cmd":"b"}"#, "b() true 0", "none"), ("call?cmd=log&msg=1", "log(1) true 0", "none"),
    ])
    func reads(text: String, summary: String, id: String) {
        #expect(read(text) == (summary, id))
    }

    @Test(arguments: [
        (#"{"id":1,"cmd":"x"}"#, "BAD_REQUEST"), (#"{"v":2,"id":1,"cmd":"x"}"#, "BAD_REQUEST"),
        (#"{"v":"1","id":1,"cmd":"x"}"#, "BAD_REQUEST"), (#"{"v":1.0,"id":1,"cmd":"x"}"#, "BAD_REQUEST"),
        (#"{"v":1,"id":1}"#, "BAD_REQUEST"), (#"{"v":1,"cmd":"x","what":2,"id":1}"#, "BAD_REQUEST"),
        (#"{"v":1,"cmd":"x","reply":1,"id":1}"#, "BAD_REQUEST"),
        (#"{"v":1,"cmd":"x","timeout":-1,"id":1}"#, "BAD_REQUEST"),
        (#"{"v":1,"cmd":"x","timeout":1.5,"id":1}"#, "BAD_REQUEST"),
        (#"{"v":1,"cmd":"x","timeout":4294967296,"id":1}"#, "BAD_REQUEST"),
        (#"{"v":1,"cmd":"","id":1}"#, "BAD_COMMAND"),
        (#"{"v":1,"cmd":5,"id":1}"#, "BAD_COMMAND"), (#"{"v":1,"cmd":"a\u0000","id":1}"#, "BAD_COMMAND"),
        (#"{"v":1,"id":1,"cmd":"x","params":[1,]}"#, "BAD_JSON"),
        (#"{"v":1,"cmd":"x","params":[1,],"id":1}"#, "BAD_JSON"),
        (#"{"v":1,"cmd":"x","params":{"id":2,"a":"}\""},"id" : 1} x"#, "BAD_JSON"), (#"{"id":1"#, "BAD_JSON"),
        (#"{"v":1,"cmd":"x","params":["\ud800"],"id":1}"#, "BAD_ENCODING"), (#"{"params":1e400,"id":1}"#, "BAD_NUMBER"),
        (
            #"{"v":1,"params":"# + String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
                + #","id":1}"#, "TOO_DEEP"
        ),
    ])
    func keepsTheIDOfWhatItRefuses(text: String, code: String) {
        #expect(read(text) == (code, "1"))
    }

    @Test(arguments: [
        (#"{"v":1,"id":1.5,"cmd":"x"}"#, "BAD_REQUEST"), (#"{"v":1,"id":[1],"cmd":"x"}"#, "BAD_REQUEST"),
        (#"{"v":1,"id":true,"cmd":"x"}"#, "BAD_REQUEST"), (#"{"v":1,"id":"\ud800","cmd":"x"}"#, "BAD_ENCODING"),
        (#"{"params":{"id":1},"#, "BAD_JSON"), ("{", "BAD_JSON"), (#"{"id""#, "BAD_JSON"), (#"{"id":"#, "BAD_JSON"),
        (#"{"id":"a"#, "BAD_JSON"), (#"{"id":[1],}"#, "BAD_JSON"), (#"{"id":tru,}"#, "BAD_JSON"), ("{}", "BAD_REQUEST"),
    ])
    func hasNoIDWhereThereIsNone(text: String, code: String) {
        #expect(read(text) == (code, "none"))
    }

    @Test func keepsTheIDOfAMessageThatIsTooLarge() {
        var limits = Limits()
        limits.messageBytes = 40
        let text = #"{"v":1,"id":"abc","cmd":"x","params":""# + String(repeating: "a", count: 100) + "\"}"
        #expect(read(text, limits: limits) == ("TOO_LARGE", "\"abc\""))
    }

    @Test(.timeLimit(.minutes(1))) func looksForAnIDInLinearTime() {
        #expect(read("{" + String(repeating: #""id":a"#, count: 200_000)) == ("BAD_JSON", "none"))
    }

    @Test func forgetsAnEarlierMessage() throws {
        var reader = MessageReader()
        try Array(#"{"v":1,"id":7,"cmd":"log","params":[1],"reply":false}"#.utf8).withUnsafeBytes {
            try reader.read($0)
        }
        #expect(throws: MessageError.self) { try Array("call?cmd=".utf8).withUnsafeBytes { try reader.read($0) } }
        #expect(reader.message.id.kind == QC_ABSENT && reader.message.parameterCount == 0 && reader.message.wantsReply)
        #expect(reader.message.command == nil)
    }
}
