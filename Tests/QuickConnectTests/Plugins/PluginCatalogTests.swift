import Foundation
import Testing

@testable import QuickConnect

@Suite struct PluginCatalogTests {
    let home: PluginHome

    init() throws { home = try PluginHome() }

    private func ids(_ catalog: PluginCatalog) -> [String] { catalog.ready.map(\.id) }

    @Test func findsNothingInADirectoryThatIsNotThere() {
        let catalog = PluginCatalog.discover([home.root + "/none"], hostServices: [])
        #expect(catalog.plugins.isEmpty)
        #expect(catalog.unreadable.isEmpty)
    }

    @Test func reportsADirectoryThatCannotBeRead() throws {
        try home.write("", home.root + "/file")
        let catalog = PluginCatalog.discover([home.root + "/file"], hostServices: [])
        #expect(catalog.unreadable.map(\.code) == [.directoryUnreadable])
    }

    @Test func ordersByDirectoryThenByIdDependenciesFirst() throws {
        let second = home.root + "/second"
        try home.add("z", manifest: PluginHome.manifest("a.needs", more: #""requires": ["z.needed", "b.other"]"#))
        try home.add("y", manifest: PluginHome.manifest("c.plain"))
        try home.add("x", manifest: PluginHome.manifest("z.needed"))
        try home.add("w", manifest: PluginHome.manifest("b.other"), in: second)
        try home.add("v", manifest: PluginHome.manifest("a.second"), in: second)
        let catalog = PluginCatalog.discover([home.directory, second], hostServices: [])
        #expect(ids(catalog) == ["z.needed", "b.other", "a.needs", "c.plain", "a.second"])
    }

    @Test func passesOverFilesAndHiddenFolders() throws {
        try home.write("x", home.directory + "/README")
        try home.add(".hidden", manifest: "{")
        try home.add("good")
        #expect(home.discover().plugins.map(\.id) == ["test.plugin"])
    }

    @Test func refusesAFolderWithoutManifest() throws {
        let folder = try home.add("lost")
        unlink(folder + "/plugin.json")
        let plugin = try #require(home.discover().plugin("lost"))
        #expect(plugin.refusal?.code == .noManifest)
        #expect(plugin.refusal?.message.contains("holds no plugin.json; write one") == true)
    }

    @Test func refusesAFolderWhoseNameIsNotUTF8() throws {
        let folder = try home.add("lost")
        let name = Array((home.directory + "/bad").utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
        try #require(name.withUnsafeBufferPointer { rename(folder, $0.baseAddress) } == 0)
        let plugin = try #require(home.discover().plugin("bad\u{FFFD}"))
        #expect(plugin.refusal?.code == .unreadable)
        #expect(plugin.refusal?.message.contains("its name is not UTF-8; rename it") == true)
    }

    @Test func letsTheFirstDirectoryWin() throws {
        let second = home.root + "/second"
        let first = try home.add("one")
        try home.add("two", in: second)
        let catalog = PluginCatalog.discover([home.directory, second], hostServices: [])
        #expect(catalog.plugins.map(\.state) == [.ready, .shadowed(by: first)])
        #expect(catalog.plugin("test.plugin")?.folder == first)
    }

    @Test func refusesBothOfADuplicatedId() throws {
        let one = try home.add("one")
        let two = try home.add("two")
        let catalog = home.discover()
        #expect(catalog.plugins.map(\.refusal?.code) == [.duplicateID, .duplicateID])
        #expect(catalog.plugins[0].refusal?.message.contains(two) == true)
        #expect(catalog.plugins[1].refusal?.message.contains(one) == true)
    }

    @Test func refusesAMissingDependencyWithTheChain() throws {
        try home.add("a", manifest: PluginHome.manifest("a.a", more: #""requires": ["b.b"]"#))
        try home.add("b", manifest: PluginHome.manifest("b.b", more: #""requires": ["c.c"]"#))
        try home.add("d", manifest: PluginHome.manifest("d.d"))
        let catalog = home.discover()
        #expect(ids(catalog) == ["d.d"])
        let refusal = try #require(catalog.plugin("a.a")?.refusal)
        #expect(refusal.code == .dependencyMissing)
        #expect(refusal.message == "a.a requires b.b requires c.c, which is not installed; install it")
    }

    @Test func refusesTheDependentOfARefusedPlugin() throws {
        try home.add("a", manifest: PluginHome.manifest("a.a", more: #""requires": ["b.b"]"#))
        try home.add("b", manifest: PluginHome.manifest("b.b", more: #""services": ["qc.none/1"]"#))
        let catalog = home.discover()
        #expect(catalog.plugin("b.b")?.refusal?.code == .serviceMissing)
        #expect(catalog.plugin("b.b")?.refusal?.message.contains("qc.none/1") == true)
        #expect(catalog.plugin("a.a")?.refusal?.message == "a.a requires b.b, which is refused; see to it first")
    }

    @Test func namesARefusedManifestByItsId() throws {
        try home.add(
            "folder", manifest: PluginHome.manifest("b.b").replacing("\"abi\": \"1.0\"", with: "\"abi\": \"7.0\""))
        try home.add("a", manifest: PluginHome.manifest("a.a", more: #""requires": ["b.b"]"#))
        let catalog = home.discover()
        #expect(catalog.plugin("b.b")?.refusal?.code == .wrongABI)
        #expect(catalog.plugin("a.a")?.refusal?.message == "a.a requires b.b, which is refused; see to it first")
    }

    @Test func fallsBackToALaterDirectory() throws {
        let second = home.root + "/second"
        try home.add("one", manifest: PluginHome.manifest("a.a").replacing("1.0.0", with: "one"))
        try home.add("two", manifest: PluginHome.manifest("a.a"), in: second)
        try home.add("three", manifest: PluginHome.manifest("b.b", more: #""requires": ["a.a"]"#), in: second)
        #expect(ids(PluginCatalog.discover([home.directory, second], hostServices: [])) == ["a.a", "b.b"])
    }

    @Test func refusesACycleByNames() throws {
        for (id, next) in [("a.a", "b.b"), ("b.b", "c.c"), ("c.c", "a.a")] {
            try home.add(id, manifest: PluginHome.manifest(id, more: "\"requires\": [\"\(next)\"]"))
        }
        try home.add("d", manifest: PluginHome.manifest("d.d", more: #""requires": ["a.a"]"#))
        try home.add("e", manifest: PluginHome.manifest("e.e"))
        let catalog = home.discover()
        #expect(ids(catalog) == ["e.e"])
        for id in ["a.a", "b.b", "c.c"] {
            let refusal = try #require(catalog.plugin(id)?.refusal)
            #expect(refusal.code == .dependencyCycle)
            #expect(refusal.message.contains("a.a requires b.b requires c.c requires a.a"))
        }
        #expect(catalog.plugin("d.d")?.refusal?.code == .dependencyMissing)
    }

    @Test func followsAChainOfTwoThousand() throws {
        for number in 0..<2000 {
            let more = number < 1999 ? "\"requires\": [\"p.\(String(10_000 + number + 1))\"]" : ""
            try home.add("\(number)", manifest: PluginHome.manifest("p.\(String(10_000 + number))", more: more))
        }
        #expect(ids(home.discover()).first == "p.11999")
    }

    @Test func refusesToJoinACommandWithoutSayingSo() throws {
        let joins = #""commands": [{"command": "play", "stage": "view", "class": "A", "joins": true}]"#
        try home.add("a", manifest: PluginHome.manifest("a.a", command: "play"))
        try home.add("b", manifest: PluginHome.manifest("b.b", command: "play"))
        try home.add("c", manifest: PluginHome.manifest("c.c", command: "x", more: joins))
        try home.add("d", manifest: PluginHome.manifest("d.d", more: #""requires": ["b.b"]"#))
        let catalog = home.discover()
        #expect(ids(catalog) == ["a.a", "c.c"])
        let refusal = try #require(catalog.plugin("b.b")?.refusal)
        #expect(refusal.code == .commandTaken)
        #expect(refusal.message.contains("\"play\" of b.b belongs to a.a; say \"joins\": true"))
        #expect(catalog.plugin("d.d")?.refusal?.code == .dependencyMissing)
    }

    @Test func leavesClassNamesOfTwoPluginsAlone() throws {
        try home.add("a", manifest: PluginHome.manifest("a.a"))
        try home.add("b", manifest: PluginHome.manifest("b.b"))
        #expect(ids(home.discover()) == ["a.a", "b.b"])
    }

    @Test func keepsDisabledPluginsOut() throws {
        try home.add("a", manifest: PluginHome.manifest("a.a"))
        try home.add("b", manifest: PluginHome.manifest("b.b", more: #""requires": ["a.a"]"#))
        let list = DisabledPlugins(home.paths)
        #expect(try list.read() == [])
        try list.set("a.a", disabled: true)
        let catalog = home.discover(disabled: try list.read())
        #expect(catalog.plugin("a.a")?.state == .disabled)
        #expect(catalog.plugin("b.b")?.refusal?.message == "b.b requires a.a, which is disabled; enable it")
        try list.set("a.a", disabled: false)
        #expect(try list.read() == [])
    }

    @Test func tellsWhereTheListOfDisabledPluginsIsWrong() throws {
        let list = DisabledPlugins(home.paths)
        try list.set("a.a", disabled: true)
        try home.write("{\n\"disabled\": 1}", list.file)
        let refusal = #expect(throws: PluginRefusal.self) { try list.read() }
        #expect(refusal?.line == 2)
        #expect(refusal?.file == list.file)
    }

    @Test func makesARowForEach() throws {
        try home.add("a", manifest: PluginHome.manifest("a.a"))
        try home.add("b", manifest: "{")
        let rows = home.discover().plugins.map { PluginReport($0) }
        #expect(rows.map(\.state) == [.ready, .refused])
        #expect(rows.map(\.id) == ["a.a", "b"])
        #expect(rows[1].reason.contains("/b/plugin.json:1:"))
    }

    @Test func opensNoLibrary() throws {
        // A pipe: opening it to read would wait for a writer.
        let folder = try home.add()
        unlink(folder + "/libTest.so")
        mkfifo(folder + "/libTest.so", 0o600)
        let plugin = try #require(home.discover().plugin("test.plugin"))
        #expect(plugin.isReady)
        #expect(home.refusal()?.code == .notAFile)
    }
}
