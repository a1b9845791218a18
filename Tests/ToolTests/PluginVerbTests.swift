import Foundation
import Testing

@Suite struct PluginVerbTests {
    let tool: Tool
    init() throws { tool = try Tool() }

    @Test func listsWhatItFindsAndWhatItRefuses() async throws {
        _ = try tool.file("plugins/broken/plugin.json", Data("{\"abi\": \"1.0\",\n \"id\": 5}".utf8))
        let run = try await tool.runWithPlugins(["plugin", "--plugins", tool.home.path + "/plugins", "list", "--json"])
        let rows = try #require(run.json as? [[String: Any]])
        #expect(run.status == 0)
        let ids = ["broken", "qc.device-info", "qc.files", "qc.logging", "qc.preferences"]
        #expect(rows.map { $0["id"] as? String } == ids)
        #expect(rows.map { $0["state"] as? String } == ["refused"] + Array(repeating: "ready", count: 4))
        let reason = try #require(rows[0]["reason"] as? String)
        #expect(reason.contains("plugins/broken/plugin.json:2:"))
        #expect(rows[1]["reason"] is NSNull)
    }

    @Test func loadsPluginsOnlyWhenAsked() async throws {
        let cold = try await tool.runWithPlugins(["plugin", "list", "--json"])
        let coldRows = try #require(cold.json as? [[String: Any]])
        #expect(coldRows.allSatisfy { ($0["cost"] as? [String: Any])?["loadTime"] as? Int == 0 })
        let warm = try await tool.runWithPlugins(["plugin", "list", "--json", "--load"])
        let rows = try #require(warm.json as? [[String: Any]])
        #expect(rows.map { $0["state"] as? String } == Array(repeating: "loaded", count: 4))
        #expect(rows.allSatisfy { (($0["cost"] as? [String: Any])?["loadTime"] as? Int ?? 0) > 0 })
    }

    @Test func disablesAndEnables() async throws {
        let off = try await tool.runWithPlugins(["plugin", "disable", "qc.logging"])
        #expect(off.status == 0 && off.text == "qc.logging is disabled\n")
        let refused = try await tool.runWithPlugins(["call", "logMessage", "\"x\""])
        #expect(refused.status == 1)
        #expect(refused.text.contains("qc plugin enable qc.logging"))
        let on = try await tool.runWithPlugins(["plugin", "enable", "qc.logging"])
        #expect(on.status == 0)
        #expect(try await tool.runWithPlugins(["call", "logMessage", "\"x\""]).status == 0)
        let unknown = try await tool.runWithPlugins(["plugin", "disable", "qc.nothing"])
        #expect(unknown.status == 1)
    }

    @Test func usesNoPluginWhileTheListOfDisabledOnesIsBroken() async throws {
        let file = try tool.file("config/quickconnect/plugins.json", Data("{\"disabled\":[\"qc.logging\"]".utf8))
        var tool = tool
        tool.environment["XDG_CONFIG_HOME"] = tool.home.path + "/config"
        let call = try await tool.runWithPlugins(["call", "logMessage", "\"x\""])
        #expect(call.status == 1)
        let list = try await tool.runWithPlugins(["plugin", "list", "--json"])
        let rows = try #require(list.json as? [[String: Any]])
        #expect(rows.map { $0["state"] as? String } == Array(repeating: "refused", count: 4))
        #expect((rows[0]["reason"] as? String)?.contains("until this file is corrected or removed") == true)
        _ = file
    }

    @Test func printsATableForPeople() async throws {
        let run = try await tool.runWithPlugins(["plugin", "list"])
        #expect(run.lines.count == 5)
        #expect(run.lines[0].hasPrefix("PLUGIN          VERSION  STATE"))
        #expect(run.lines[3].hasPrefix("qc.logging      1.0.0    ready"))
        #expect(!run.text.contains("\u{1B}"))
    }

    @Test func namesTheDirectoriesWhenThereIsNothing() async throws {
        var tool = tool
        tool.environment["QC_PLUGIN_PATH"] = tool.home.path + "/nowhere"
        let list = try await tool.run(["plugin", "list"])
        #expect(list.text.hasPrefix("No plugins"))
        #expect(list.text.contains("  \(tool.home.path)/nowhere\n"))
        let why = try await tool.run(["plugin", "why", "anything"])
        #expect(why.text.contains(tool.home.path + "/nowhere: not there\n"))
    }

    @Test(arguments: ["qc.logging", "folder"])
    func inspectsByIdAndByFolder(name: String) async throws {
        let folder = try Tool.plugins.get() + "/qc.logging"
        let run = try await tool.runWithPlugins(["plugin", "inspect", name == "folder" ? folder : name, "--json"])
        let facts = try #require(run.json as? [String: Any])
        #expect(facts["id"] as? String == "qc.logging")
        #expect((facts["classes"] as? [[String: Any]])?.first?["thread"] as? String == "any")
        #expect((facts["commands"] as? [[String: Any]])?.first?["command"] as? String == "logMessage")
    }

    @Test func saysThatThereIsNoSuchPlugin() async throws {
        let run = try await tool.runWithPlugins(["plugin", "inspect", "qc.nothing"])
        #expect(run.status == 1)
        #expect(run.diagnostics.contains("there is no plugin qc.nothing"))
    }

    @Test(arguments: [
        (["why", "logMesage"], "nothing answers to logMesage; did you mean logMessage?"),
        (["why", "nothing.so"], "nothing answers to nothing.so; there is no such file"),
        (["inspect", "qc.loging"], "there is no plugin qc.loging; did you mean qc.logging?"),
        (["disable", "logging"], "there is no plugin logging; did you mean qc.logging?"),
    ])
    func saysWhatMayHaveBeenMeant(words: [String], message: String) async throws {
        let run = try await tool.runWithPlugins(["plugin"] + words)
        #expect(run.status == 1)
        #expect((run.text + run.diagnostics).hasSuffix(message + "\n"))
    }

    @Test(arguments: ["logMessage", "LoggingVCO", "qc.logging/LoggingVCO", "qc.logging"])
    func tellsWhoAnswersTo(name: String) async throws {
        let run = try await tool.runWithPlugins(["plugin", "why", name])
        #expect(run.status == 0)
        #expect(run.lines.last == "qc.logging answers to \(name)")
    }

    @Test func tellsWhyAFileIsRefused() async throws {
        let manifest = try Data(contentsOf: URL(filePath: Tool.plugins.get() + "/qc.logging/plugin.json"))
        _ = try tool.file("plugins/logging/plugin.json", manifest)
        let library = try tool.file("plugins/logging/libLogging.so", Data("no library".utf8))
        let run = try await tool.run(["plugin", "why", library])
        #expect(run.status == 1)
        #expect(run.text.contains("refused: \(library): "))
        #expect(run.text.contains("[not-a-library]"))
    }

    @Test func tellsWhyACommandIsRefused() async throws {
        let manifest = #"{"abi":"9.0","id":"a.b","version":"1.0.0","library":"l.so","commands":[]}"#
        _ = try tool.file("plugins/future/plugin.json", Data(manifest.utf8))
        let run = try await tool.run(["plugin", "why", "thing", "--plugins", tool.home.path + "/plugins"])
        #expect(run.status == 1)
        #expect(run.text.contains("[wrong-abi]"))
        #expect(run.lines.last == "nothing answers to thing")
    }
}
