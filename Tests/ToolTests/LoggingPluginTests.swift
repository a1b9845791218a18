import Foundation
import Testing

@Suite struct LoggingPluginTests {
    let tool: Tool
    init() throws { tool = try Tool() }

    private static func message(_ parameters: [Any]) throws -> Data {
        let envelope: [String: Any] = ["v": 1, "cmd": "logMessage", "params": parameters]
        return try JSONSerialization.data(withJSONObject: envelope) + Data("\n".utf8)
    }

    /// Sends messages to a host whose log is standard error.
    private func log(_ parameters: [[Any]], _ settings: String...) async throws -> Tool.Outcome {
        let input = try parameters.map(Self.message).reduce(Data(), +)
        return try await tool.runHost(["qc.logging", "target=stderr"] + settings, input: input)
    }

    @Test(arguments: [
        ("debug", "debug"), ("info", "info"), ("notice", "notice"), ("warning", "warning"), ("warn", "warning"),
        ("error", "error"), ("critical", "critical"),
    ])
    func takesLevelsByName(name: String, level: String) async throws {
        let run = try await log([["text", name]])
        #expect(run.diagnostics == "\(level) [qc.logging app://tests] text\n")
        #expect(run.text == "ok\n")
    }

    @Test func takesLevelsByNumber() async throws {
        let run = try await log((2...7).map { ["text", $0] })
        let levels = run.diagnostics.split(separator: "\n").compactMap { $0.split(separator: " ").first }
        #expect(levels == ["critical", "error", "warning", "notice", "info", "debug"])
    }

    @Test(arguments: [
        "[]", #"["a","b"]"#, #"["a",1]"#, #"["a",8]"#, #"["a",-1]"#, #"["a",4.0]"#, #"["a","info","x"]"#,
        #"["a",true]"#,
    ])
    func refusesOtherParameters(parameters: String) async throws {
        let input = Data(#"{"v":1,"cmd":"logMessage","params":\#(parameters)}"#.utf8)
        let run = try await tool.runHost(["qc.logging", "target=stderr"], input: input)
        #expect(run.text.hasPrefix("INVALID_PARAMETERS from LoggingVCO: "))
        #expect(run.diagnostics.isEmpty)
    }

    @Test(arguments: [
        ("null", "null"), ("true", "true"), ("-5", "-5"), ("18446744073709551615", "18446744073709551615"),
        ("1e20", "1e+20"), (#"{"a":[1,"x\"\n"],"b":{}}"#, #"{"a":[1,"x\"\n"],"b":{}}"#), ("[]", "[]"),
    ])
    func writesOtherValuesAsJSON(value: String, text: String) async throws {
        let input = Data(#"{"v":1,"cmd":"logMessage","params":[\#(value)]}"#.utf8)
        let run = try await tool.runHost(["qc.logging", "target=stderr"], input: input)
        #expect(run.diagnostics == "info [qc.logging app://tests] \(text)\n")
    }

    @Test(arguments: [
        ("a\nerror [qc.sound] forged", #"a\nerror [qc.sound] forged"#), ("\r\t\u{0}", #"\r\t\u0000"#),
        ("\u{1B}[2J", #"\u001b[2J"#), ("\u{7F}\u{85}\u{9B}", #"\u007f\u0085\u009b"#),
        ("\u{2028}\u{2029}", #"\u2028\u2029"#), ("\u{202E}\u{2066}\u{200F}\u{61C}", #"\u202e\u2066\u200f\u061c"#),
        (#"C:\new"#, #"C:\new"#), ("grüße 👋", "grüße 👋"),
    ])
    func escapesWhatCouldForgeALine(text: String, line: String) async throws {
        let run = try await log([[text]])
        #expect(run.diagnostics == "info [qc.logging app://tests] \(line)\n")
    }

    @Test func cutsALongMessageBetweenCharacters() async throws {
        let run = try await log([[String(repeating: "a", count: 65535) + "é!"], ["short"]])
        let prefix = "info [qc.logging app://tests] "
        let cut = prefix + String(repeating: "a", count: 65535) + " ... (cut after 65536 bytes)\n"
        #expect(run.diagnostics == cut + prefix + "short\n")
    }

    @Test func cutsALargeValue() async throws {
        let run = try await log([[Array(repeating: "element", count: 100_000)]])
        #expect(run.diagnostics.utf8.count < 70_000)
        #expect(run.diagnostics.hasSuffix(" ... (cut after 65536 bytes)\n"))
    }

    @Test func writesNothingBelowTheLevelThatIsSet() async throws {
        let run = try await log([["a", "info"], ["b", "notice"], ["c", "error"]], "level=notice")
        #expect(run.diagnostics == "notice [qc.logging app://tests] b\nerror [qc.logging app://tests] c\n")
        #expect(run.text == "ok\nok\nok\n")
    }

    @Test(arguments: ["level=loud", "target=printer"])
    func saysWhichSettingIsWrong(setting: String) async throws {
        let run = try await tool.runHost(["qc.logging", setting], input: Self.message(["a"]))
        #expect(run.text.hasPrefix("UNAVAILABLE"))
        #expect(run.text.contains("\"\(setting.split(separator: "=")[0])\""))
        #expect(run.text.contains("\"\(setting.split(separator: "=")[1])\""))
    }

    @Test(arguments: ["2>&-", "2>/dev/full", "2> >(true)"])
    func doesNotFailForItsReader(redirection: String) async throws {
        let input = try (0..<50).map { try Self.message([$0]) }.reduce(Data(), +)
        let run = try await tool.runHost(
            ["qc.logging", "target=stderr"], input: input, script: "exec \"$0\" \"$@\" \(redirection)")
        #expect(run.text == String(repeating: "ok\n", count: 50))
        #expect(run.status == 0)
    }

    @Test func tellsWhatWasLostOnceItsReaderReads() throws {
        let process = try tool.hostProcess(["qc.logging", "target=stderr"])
        let (input, output, diagnostics) = (Pipe(), Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, diagnostics)
        // Filled to the brim, so that nothing more goes in.
        let full = diagnostics.fileHandleForWriting.fileDescriptor
        let flags = fcntl(full, F_GETFL)
        _ = fcntl(full, F_SETFL, flags | O_NONBLOCK)
        let block = [UInt8](repeating: UInt8(ascii: "."), count: 4096)
        var filled = 0
        while case let count = write(full, block, block.count), count > 0 { filled += count }
        _ = fcntl(full, F_SETFL, flags)
        try process.run()

        let start = ContinuousClock.now
        for text in ["lost", "lost, too"] {
            try input.fileHandleForWriting.write(contentsOf: Self.message([text]))
            #expect(output.fileHandleForReading.availableData == Data("ok\n".utf8))
        }
        #expect(ContinuousClock.now - start < .seconds(30))
        var rest = filled
        while rest > 0 { rest -= try diagnostics.fileHandleForReading.read(upToCount: rest)?.count ?? rest }
        try input.fileHandleForWriting.write(contentsOf: Self.message(["heard"]))
        try input.fileHandleForWriting.close()
        let said = String(decoding: diagnostics.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(
            said == "warning [qc.logging] standard error took no more: 2 entries are lost here\n"
                + "info [qc.logging app://tests] heard\n")
    }

    @Test func keepsLinesOfSeveralProcessesApart() async throws {
        let text = String(repeating: "x", count: 3000)
        let input = try (0..<200).map { _ in try Self.message([text]) }.reduce(Data(), +)
        let script = """
            input=$(mktemp) && cat >"$input"
            for process in 1 2 3; do "$0" "$@" <"$input" >/dev/null & done
            wait
            rm "$input"
            """
        let run = try await tool.runHost(["qc.logging", "target=stderr"], input: input, script: script)
        let lines = run.diagnostics.split(separator: "\n")
        #expect(lines.count == 600)
        #expect(lines.allSatisfy { $0 == "info [qc.logging app://tests] " + text })
    }
}
