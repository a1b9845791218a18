import Foundation
import Testing

@Suite struct CallVerbTests {
    let tool: Tool
    init() throws { tool = try Tool() }

    @Test func printsTheValue() async throws {
        let run = try await tool.runWithPlugins(["call", "sendDeviceDescription"])
        #expect(run.status == 0)
        #expect((run.json as? [Any])?.count == 9)
        #expect(run.text.hasSuffix("]\n"))
    }

    @Test func printsNullWhereNoObjectGaveAValue() async throws {
        let run = try await tool.runWithPlugins(["call", "logMessage", "\"hello\""])
        #expect(run.text == "null\n")
        #expect(run.status == 0)
    }

    @Test func takesANegativeNumberForParameters() async throws {
        let run = try await tool.runWithPlugins(["call", "logMessage", "-1.5e3"])
        #expect(run.text == "null\n")
        #expect(run.status == 0)
    }

    @Test func printsAnErrorAsAnObject() async throws {
        let run = try await tool.runWithPlugins(["call", "sendDeviceDescription", "[1, 2]"])
        let error = try #require(run.json as? [String: Any])
        #expect(run.status == 1)
        #expect(error["code"] as? String == "INVALID_PARAMETERS")
        #expect(error["object"] as? String == "GetDeviceInfoVCO")
        #expect(error["stage"] as? String == "view")
        #expect(run.diagnostics.isEmpty)
    }

    @Test(arguments: [
        (["nothing"], "UNKNOWN_COMMAND"), (["default"], "BAD_COMMAND"), (["logMessage", "{"], "BAD_JSON"),
        (["logMessage", "1e999"], "BAD_NUMBER"), ([""], "BAD_COMMAND"),
        (["logMessage", String(repeating: "[", count: 600)], "TOO_DEEP"),
    ])
    func printsTheCode(words: [String], code: String) async throws {
        let run = try await tool.runWithPlugins(["call"] + words)
        #expect((run.json as? [String: Any])?["code"] as? String == code)
        #expect(run.status == 1)
    }

    @Test(arguments: [("hello", true), ("[true, no]", true), ("5", false), ("{", false)])
    func saysHowTextIsQuoted(parameters: String, says: Bool) async throws {
        let run = try await tool.runWithPlugins(["call", "nothing", parameters])
        #expect(run.diagnostics.contains("single ones around them") == says)
    }

    @Test(arguments: [["call"], ["call", "a", "1", "2"]])
    func refusesABadCommandLine(words: [String]) async throws {
        #expect(try await tool.run(words).status == 2)
    }

    @Test func takesPluginDirectoriesAnywhere() async throws {
        let plugins = try Tool.plugins.get()
        let command = ["call", "logMessage", "-1"]
        for place in 0...3 {
            let words = command[..<place] + ["--plugins", plugins] + command[place...]
            #expect(try await tool.run(Array(words)).status == 0, "at \(place)")
        }
    }

    @Test func needsNoPluginButTheOneThatServes() async throws {
        // 200 plugins whose libraries would fail if they were opened.
        for number in 1...200 {
            let manifest = #"""
                {"abi":"1.0","id":"many.p\#(number)","version":"1.0.0","library":"l.so",
                 "commands":[{"command":"c\#(number)","stage":"view","class":"CVCO"}]}
                """#
            _ = try tool.file("many/p\(number)/plugin.json", Data(manifest.utf8))
            _ = try tool.file("many/p\(number)/l.so", Data("no library".utf8))
        }
        let many = tool.home.path + "/many"
        let run = try await tool.runWithPlugins(["call", "sendDeviceDescription", "--plugins", many])
        #expect(run.status == 0)
        let broken = try await tool.runWithPlugins(["call", "c7", "--plugins", many])
        #expect(broken.status == 1)
        #expect(broken.text.contains("l.so"))
    }
}
