import QuickConnectTesting
import Testing

@Suite struct ConformanceTests {
    @Test(.timeLimit(.minutes(5)), arguments: ["qc.logging", "qc.device-info"])
    func passesThePluginsOfThisPackage(id: String) async throws {
        let results = await PluginConformance(folder: try BuiltPlugins.folder(of: id)).run()
        #expect(results.map(\.rule) == ConformanceRule.allCases)
        #expect(results.filter { $0.outcome != .passed } == [])
    }

    private static let breaches: [([String], ConformanceRule, String)] = [
        (["-DEXTRA_EXPORT"], .exports, "one_more"),
        (["-DSLOW"], .loads, "loading took"),
        (["-DNEW_DESCRIPTOR"], .entry, "another descriptor"),
        (["-DOPEN_FEATURES"], .features, "answer NULL"),
        (["-DEXTRA_CLASS"], .classes, "TwoBCO"),
        (["-DLEAKS_FILES"], .leaks, "0 threads and 100 file descriptors"),
        (["-DLEAKS_THREADS"], .leaks, "100 threads and 0 file descriptors"),
        (["-DHANGS"], .answers, "it hung for 3 s at try with one parameter, bytes"),
        (["-DFORGETS"], .answers, "try with one parameter, true did not answer"),
        (["-DDIES"], .answers, "the process died of signal 9 at try with list"),
        (["-DUNLISTED"], .codes, "MY_OWN_CODE"),
        (["-DPRINTS"], .silence, "standard output during commands.answer"),
        (["-DONE_CONTROLLER"], .controllers, "one controller at a time"),
    ]

    @Test(.timeLimit(.minutes(5)), arguments: breaches)
    func findsTheRuleThatIsBroken(flags: [String], rule: ConformanceRule, part: String) async throws {
        let folder = try BuiltPlugins.unruly(flags)
        defer { BuiltPlugins.remove(folder) }
        var suite = PluginConformance(folder: folder)
        if rule == .answers && flags != ["-DFORGETS"] { suite.deadline = 3 }
        let results = await suite.run()
        let found = results.first { $0.rule == rule }
        #expect(found?.outcome == .failed)
        #expect(found?.message.contains(part) == true, "\(found?.message ?? "")")
        #expect(results.first { $0.rule == .manifest }?.outcome == .passed)
    }

    @Test(.timeLimit(.minutes(5))) func passesAPluginThatKeepsAllRules() async throws {
        let folder = try BuiltPlugins.unruly([])
        defer { BuiltPlugins.remove(folder) }
        let results = await PluginConformance(folder: folder).run()
        #expect(results.filter { $0.outcome != .passed } == [])
    }

    @Test func lintsTheManifest() async throws {
        let folder = try BuiltPlugins.unruly([], manifest: #", "colour": "red""#)
        defer { BuiltPlugins.remove(folder) }
        let results = await PluginConformance(folder: folder).run()
        #expect(results.first?.outcome == .failed)
        #expect(results.first?.message.contains("line 2: the key `colour` is not known") == true, "\(results[0])")
        #expect(results.dropFirst().allSatisfy { $0.outcome == .passed })
    }

    @Test func skipsWhatCannotBeTriedAndSaysWhy() async throws {
        let missing = await PluginConformance(folder: "/nowhere/plugin").run()
        #expect(missing.first?.outcome == .failed)
        #expect(missing.dropFirst().dropLast().allSatisfy { $0.outcome == .skipped && !$0.message.isEmpty })
        let folder = try BuiltPlugins.unruly([])
        defer { BuiltPlugins.remove(folder) }
        var suite = PluginConformance(folder: folder)
        suite.program = "/nowhere/qc-conformance"
        let results = await suite.run()
        #expect(results.filter { $0.outcome == .skipped }.count == 8)
        #expect(results.contains { $0.message.contains("build the product qc-conformance") })
    }
}
