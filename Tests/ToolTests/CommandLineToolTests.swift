import Foundation
import Testing

@Suite struct CommandLineToolTests {
    let tool: Tool
    init() throws { tool = try Tool() }

    @Test(arguments: [
        ([], "name a verb"), (["--colour"], "there is no option --colour"), (["nope"], "there is no verb nope"),
        (["--plugins"], "the option --plugins needs a value"), (["decode"], "say what to decode"),
        (["decode", "json", "a", "b"], "there is one FILE at most"), (["decode", "yaml"], "say what to decode"),
        (["decode", "json", "--plugins"], "decode: the option --plugins needs a value"),
        (["decode", "json", "--what"], "decode: there is no option --what"),
        (["plugin"], "say list, inspect, why, enable or disable"),
        (["plugin", "list", "x"], "list takes no arguments"), (["../decode"], "there is no verb ../decode"),
        (["-x"], "there is no option -x"), (["-1"], "there is no verb -1"),
        (["cal"], "there is no verb cal; did you mean call?"),
    ])
    func answersABadCommandLineWithTwo(words: [String], message: String) async throws {
        let run = try await tool.run(words)
        #expect(run.status == 2)
        #expect(run.diagnostics.contains(message))
        #expect(run.diagnostics.hasSuffix("\n"))
        #expect(run.output.isEmpty)
    }

    @Test(arguments: [["--help"], ["help"], ["--plugins", "x", "--help"]])
    func listsItsVerbs(words: [String]) async throws {
        let run = try await tool.run(words)
        #expect(run.status == 0)
        for verb in ["call", "send", "decode", "plugin"] { #expect(run.text.contains("\n  \(verb) ")) }
    }

    @Test(arguments: [["decode", "--help"], ["help", "decode"], ["--help", "decode"]])
    func explainsAVerb(words: [String]) async throws {
        let run = try await tool.run(words)
        #expect(run.status == 0)
        #expect(run.text.hasPrefix("usage: qc decode json [FILE]\n       qc decode url [FILE]"))
    }

    @Test func saysThatAPluginDirectoryIsNone() async throws {
        let plugin = try Tool.plugins.get() + "/qc.logging"
        let one = try await tool.run(["call", "nothing", "--plugins", plugin])
        #expect(one.diagnostics.contains("\(plugin) is the folder of one plugin; name the directory above it"))
        let none = try await tool.run(["plugin", "list", "--plugins", tool.home.path + "/none"])
        #expect(none.status == 0)
        #expect(none.diagnostics == "qc: the plugin directory \(tool.home.path)/none is not there\n")
    }

    @Test func tellsItsVersion() async throws {
        #expect(try await tool.run(["--version"]).text.wholeMatch(of: /qc \d+\.\d+\.\d+\n/) != nil)
    }

    @Test func endsQuietlyWhenNobodyReads() async throws {
        let process = try tool.process(["--help"])
        let (output, diagnostics) = (Pipe(), Pipe())
        try output.fileHandleForReading.close()
        process.standardOutput = output
        process.standardError = diagnostics
        try process.run()
        try output.fileHandleForWriting.close()
        let said = diagnostics.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 1)
        #expect(said.isEmpty)
    }

    @Test func runsProgramsBesideItAsVerbs() async throws {
        // A copy of the program with a verb beside it, and one in libexec.
        let bin = tool.home.appending(path: "bin")
        let libexec = tool.home.appending(path: "libexec/quickconnect")
        for folder in [bin, libexec] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        try Tool.shell("cp \"$0\" \"$1\"", Tool.program.get().path, bin.path)
        for (folder, name) in [(bin, "near"), (libexec, "far")] {
            try Tool.shell(
                #"printf '#!/bin/sh\necho %s "$@"\nexit 7\n' "$1" >"$0/qc-$1" && chmod 755 "$0/qc-$1""#, folder.path,
                name)
        }
        for name in ["near", "far"] {
            let process = try tool.process(["--plugins", "p", name, "-x", "--plugins", "q"])
            process.executableURL = bin.appending(path: "qc")
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(text == "\(name) --plugins p -x --plugins q\n")
            #expect(process.terminationStatus == 7)
        }
    }
}
