import Foundation
import Testing

@Suite struct SendVerbTests {
    let tool: Tool
    init() throws { tool = try Tool() }

    private func replies(_ run: Tool.Outcome) -> [[String: Any]?] {
        run.lines.map { try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
    }

    @Test func repliesToEachLineInOrder() async throws {
        let input = """
            call?cmd=logMessage&msg=%22one%22
            {"v":1,"id":"a","cmd":"sendDeviceDescription","params":["object"]}

            nonsense
            {"v":1,"id":7,"cmd":"nothing"}
            {"v":1,"id":8,"cmd":"logMessage","params":["quiet"],"reply":false}
            {"v":1,"id":9,"cmd":"logMessage","params":["last"]}
            """
        let run = try await tool.runWithPlugins(["send"], input: Data(input.utf8))
        let replies = replies(run)
        #expect(run.status == 0)
        try #require(replies.count == 5)
        #expect(run.lines[0] == #"{"v":1,"id":null,"ok":null}"#)
        #expect(replies[1]?["id"] as? String == "a")
        #expect((replies[1]?["ok"] as? [String: Any])?["hostName"] as? String == "qc")
        #expect((replies[2]?["error"] as? [String: Any])?["code"] as? String == "BAD_REQUEST")
        #expect(replies[3]?["id"] as? Int == 7)
        #expect((replies[3]?["error"] as? [String: Any])?["code"] as? String == "UNKNOWN_COMMAND")
        #expect(run.lines[4] == #"{"v":1,"id":9,"ok":null}"#)
    }

    @Test func repliesBeforeTheNextLineComes() throws {
        let process = try tool.process(["send", "--plugins", Tool.plugins.get()])
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        for _ in 1...3 {
            try input.fileHandleForWriting.write(contentsOf: Data("call?cmd=logMessage&msg=1\n".utf8))
            #expect(output.fileHandleForReading.availableData == Data("{\"v\":1,\"id\":null,\"ok\":null}\n".utf8))
        }
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test func answersALineThatIsTooLongAndGoesOn() async throws {
        let input = Data(repeating: 0x20, count: (64 << 20) + 1) + Data("\ncall?cmd=logMessage&msg=2".utf8)
        let run = try await tool.runWithPlugins(["send"], input: input)
        #expect((replies(run).first??["error"] as? [String: Any])?["code"] as? String == "TOO_LARGE")
        #expect(run.lines.last == #"{"v":1,"id":null,"ok":null}"#)
    }

    @Test func takesBytesThatAreNoText() async throws {
        let input = Data([0xFF, 0x00, 0x0A, 0x7B, 0xFF, 0x0A])
        let run = try await tool.runWithPlugins(["send"], input: input)
        #expect(replies(run).count == 2)
        #expect(replies(run).allSatisfy { $0?["error"] != nil })
    }

    @Test func readsAFileAndRecords() async throws {
        let messages = try tool.file("messages", Data("call?cmd=logMessage&msg=1\r\nx\"\n".utf8))
        let record = tool.home.path + "/record"
        let run = try await tool.runWithPlugins(["send", messages, "--record", record])
        let lines = try String(contentsOfFile: record, encoding: .utf8).split(separator: "\n")
        try #require(lines.count == 2)
        #expect(
            lines[0] == #"{"message":"call?cmd=logMessage&msg=1","reply":{"v":1,"id":null,"ok":null}}"#)
        #expect(lines[1].hasPrefix(#"{"message":"x\"","reply":{"v":1,"id":null,"error":{"code":"BAD_REQUEST""#))
        #expect(run.lines.count == 2)
    }

    @Test func sendsNothingIfItCannotRecord() async throws {
        let run = try await tool.runWithPlugins(
            ["send", "--record", "/nonexistent/x"], input: Data("call?cmd=logMessage&msg=1\n".utf8))
        #expect(run.status == 1)
        #expect(run.diagnostics == "qc: cannot create /nonexistent/x: No such file or directory\n")
    }

    @Test func repliesNothingToNothing() async throws {
        let run = try await tool.run(["send"])
        #expect(run.status == 0)
        #expect(run.output.isEmpty)
    }
}
