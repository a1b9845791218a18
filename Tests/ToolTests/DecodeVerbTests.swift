import Foundation
import Testing

@Suite struct DecodeVerbTests {
    let tool: Tool
    init() throws { tool = try Tool() }

    @Test(arguments: [
        (#"{"b":1,"a":[1.0,1e20,"\u0041"],"b":2}"#, #"{"b":2,"a":[1.0,1e+20,"A"]}"#), (" 7 \n", "7"),
        (#""\u0000\u2028""#, "\"\\u0000\u{2028}\""),
    ])
    func printsCanonicalJSON(text: String, canonical: String) async throws {
        let run = try await tool.run(["decode", "json"], input: Data(text.utf8))
        #expect(run.text == canonical + "\n")
        #expect(run.status == 0)
    }

    @Test(arguments: [
        ("[1,", "BAD_JSON", 3), ("[1e400]", "BAD_NUMBER", 1), ("\"\\ud800\"", "BAD_ENCODING", 1), ("", "BAD_JSON", 0),
    ])
    func printsCodeAndOffsetOfBadJSON(text: String, code: String, offset: Int) async throws {
        let run = try await tool.run(["decode", "json"], input: Data(text.utf8))
        let error = run.json as? [String: Any]
        #expect(error?["code"] as? String == code)
        #expect(error?["offset"] as? Int == offset)
        #expect(run.status == 1)
        #expect(run.diagnostics.isEmpty)
    }

    @Test func takesBytesThatAreNoUTF8AsWhatTheyAre() async throws {
        let run = try await tool.run(["decode", "json"], input: Data([0x22, 0x61, 0xFF, 0x22]))
        #expect((run.json as? [String: Any])?["offset"] as? Int == 2)
        #expect((run.json as? [String: Any])?["code"] as? String == "BAD_ENCODING")
    }

    @Test func printsCommandAndParametersOfAURL() async throws {
        let run = try await tool.run(["decode", "url"], input: Data("call?cmd=a%20b&msg=%5B1%2C%22x%22%5D\n".utf8))
        #expect(run.text == #"{"cmd":"a b","params":[1,"x"]}"# + "\n")
    }

    @Test func stripsOneNewlineFromAURLAndNoMore() async throws {
        let run = try await tool.run(["decode", "url"], input: Data("call?cmd=a&msg=1\n\n".utf8))
        #expect(run.text == #"{"cmd":"a","params":[1]}"# + "\n" || run.status == 1)
        let command = try await tool.run(["decode", "url"], input: Data("call?cmd=a\n\n".utf8))
        #expect(command.text == "{\"cmd\":\"a\\n\",\"params\":[]}\n" || command.status == 1)
    }

    @Test func takesOldURLsInCompatibilityModeAlone() async throws {
        let url = Data("call?cmd=log&msg=50% off & more".utf8)
        #expect(try await tool.run(["decode", "url"], input: url).status == 1)
        let run = try await tool.run(["decode", "--compatibility", "url"], input: url)
        #expect(run.text == #"{"cmd":"log","params":["50% off & more"]}"# + "\n")
    }

    @Test func readsAFile() async throws {
        let file = try tool.file("a.json", Data("[ 1 ]".utf8))
        #expect(try await tool.run(["decode", "json", file]).text == "[1]\n")
    }

    @Test func refusesAURLPastTheLimit() async throws {
        let url = "call?cmd=a&msg=" + String(repeating: "1", count: 1 << 20)
        let run = try await tool.run(["decode", "url"], input: Data(url.utf8))
        #expect((run.json as? [String: Any])?["code"] as? String == "TOO_LARGE")
    }

    @Test func saysThatAFileIsMissing() async throws {
        let run = try await tool.run(["decode", "json", "/nonexistent/file"])
        #expect(run.status == 1)
        #expect(run.diagnostics == "qc: cannot open /nonexistent/file: No such file or directory\n")
    }
}
