import Foundation
import Testing

@Suite(.serialized) struct LoggingJournalTests {
    let tool: Tool
    // The journal has one place on a machine: other runs of these tests wait for their turn.
    let turn: JournalTurn
    init() throws {
        tool = try Tool()
        turn = try JournalTurn()
    }

    private func send(_ text: String, target: String) async throws -> Tool.Outcome {
        let envelope: [String: Any] = ["v": 1, "cmd": "logMessage", "params": [text, "warning"]]
        return try await tool.runHost(
            ["qc.logging", "target=\(target)"], input: JSONSerialization.data(withJSONObject: envelope))
    }

    @Test(
        .enabled(if: FakeJournal.obstacle == nil, "needs journald, or root to stand in for it (package systemd)"),
        arguments: [
            "plain", "two\nlines\nPRIORITY=0", "nul\u{0} and \u{1B}[1m", String(repeating: "long ", count: 13_000),
        ])
    func writesFieldsThatNoMessageCanForge(text: String) async throws {
        let journal = FakeJournal.isReal ? nil : try FakeJournal()
        for target in ["journal", "auto"] {
            let run = try await send(text, target: target)
            #expect(run.text == "ok\n")
            #expect(run.diagnostics.isEmpty)
            // The real journal has indexed it its own way; that it took the entry is what its reply says.
            guard let journal else { continue }
            let fields = try #require(try await journal.next(from: "settings-host"))
            #expect(fields["MESSAGE"] == Data(text.utf8))
            #expect(fields["PRIORITY"] == Data("4".utf8))
            #expect(fields["QC_PLUGIN"] == Data("qc.logging".utf8))
            #expect(fields["QC_SOURCE"] == Data("page app://tests".utf8))
            #expect(fields.count == 5)
        }
    }

    @Test func saysWhatToDoWhereNoJournalListens() async throws {
        // Where journald listens, the other test is the one that says something.
        if FakeJournal.isReal { return }
        let run = try await send("text", target: "journal")
        #expect(run.text.hasPrefix("UNAVAILABLE from LoggingVCO: the journal does not listen"))
        #expect(run.diagnostics.isEmpty)
    }

    @Test func fallsBackToStandardError() async throws {
        if FakeJournal.isReal { return }
        let run = try await send("text", target: "auto")
        #expect(run.text == "ok\n")
        #expect(run.diagnostics == "warning [qc.logging app://tests] text\n")
    }
}
