import Foundation
import Testing

@testable import QuickConnect

@Suite struct PluginImageTests {
    let home: PluginHome

    init() throws { home = try PluginHome() }

    private func load(_ id: String) throws -> PluginImage {
        let plugin = try #require(home.discover().plugin(id))
        return try PluginImage.load(plugin, paths: home.paths)
    }

    /// What an exported function of an image without parameters returns.
    private static func call<Result>(_ name: String, in image: PluginImage, returning: Result.Type) throws -> Result {
        let handle = try #require(dlopen(image.file, RTLD_NOW | RTLD_NOLOAD))
        let symbol = try #require(dlsym(handle, name))
        return unsafeBitCast(symbol, to: (@convention(c) () -> UnsafeRawPointer?).self)()
            .map { unsafeBitCast($0, to: Result.self) } ?? unsafeBitCast(0, to: Result.self)
    }

    private static func who(_ image: PluginImage) throws -> String {
        String(cString: try call("ask", in: image, returning: UnsafePointer<CChar>.self))
    }

    @Test func loadsAPluginAndFindsItsClass() throws {
        try home.addWorking("test.loads")
        let image = try load("test.loads")
        #expect(image.id == "test.loads")
        #expect(image.version == "1.0.0")
        #expect(image.loadTime > 0)
        #expect(image.pluginClass(named: "EchoBCO") != nil)
        #expect(image.pluginClass(named: "Other") == nil)
        #expect(image.file == home.paths.cache + "/quickconnect/images/\(image.hash)/libTest.so")
    }

    @Test func callsTheEntryOnceForAllWhoLoad() async throws {
        try home.addWorking("test.once")
        let plugin = try #require(home.discover().plugin("test.once"))
        let paths = home.paths
        let images = try await withThrowingTaskGroup(of: PluginImage.self) { group in
            for _ in 0..<16 { group.addTask { try PluginImage.load(plugin, paths: paths) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(images.allSatisfy { $0 === images[0] })
        #expect(try Self.call("entry_count", in: images[0], returning: Int.self) & 0xFF == 1)
    }

    @Test func sharesWhatHasTheSameContent() throws {
        let other = try PluginHome()
        try home.addWorking("test.shared")
        try other.addWorking("test.shared")
        let first = try load("test.shared")
        let plugin = try #require(other.discover().plugin("test.shared"))
        let second = try PluginImage.load(plugin, paths: other.paths)
        #expect(second.descriptor == first.descriptor)
        #expect(second.file == first.file)
        #expect(try Self.call("entry_count", in: second, returning: Int.self) & 0xFF == 1)
    }

    @Test func loadsInSeveralProcessesAtOnce() async throws {
        try home.addWorking("test.processes")
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask { [root = home.root] in
                    await #expect(processExitsWith: .success) { [root = root as String] in
                        let home = try PluginHome(existing: root)
                        for _ in 0..<20 {
                            let plugin = try #require(home.discover().plugin("test.processes"))
                            _ = try ImageStore(home.paths).copy(
                                of: PluginFiles.open(plugin.folder, library: "libTest.so"))
                        }
                        #expect(home.refusal("test.processes") == nil)
                    }
                }
            }
        }
        #expect(try Folder.names(in: ImageStore(home.paths).folder).count == 1)
        #expect(home.discover().plugin("test.processes")?.isReady == true)
    }

    @Test func survivesWhatHappensToTheInstalledFile() throws {
        let folder = try home.addWorking("test.survives")
        let image = try load("test.survives")
        #expect(truncate(folder + "/libTest.so", 0) == 0)
        #expect(try Self.call("entry_count", in: image, returning: Int.self) & 0xFF == 1)
    }

    @Test func loadsANewGenerationFromTheSamePath() throws {
        let folder = try home.addWorking("test.generation", flags: ["-Wl,-soname,libGeneration.so"])
        let first = try load("test.generation")
        let flags = ["-DID=\"test.generation\"", "-DVERSION=\"1.0.1\"", "-Wl,-soname,libGeneration.so"]
        try home.copy(FixtureCompiler.library("plugin.c", flags), folder + "/libTest.so")
        try home.write(
            PluginHome.manifest("test.generation").replacing("1.0.0", with: "1.0.1"), folder + "/plugin.json")
        let second = try load("test.generation")
        #expect(first.version == "1.0.0")
        #expect(second.version == "1.0.1")
        #expect(first.descriptor != second.descriptor)
    }

    /// A path is no name: the linker compares names only for what a library needs.
    @Test func loadsTwoLibrariesOfOneNameSideBySide() throws {
        try home.addWorking("test.twin-a", flags: ["-Wl,-soname,libTwin.so"])
        try home.addWorking("test.twin-b", flags: ["-Wl,-soname,libTwin.so"])
        let first = try load("test.twin-a")
        let second = try load("test.twin-b")
        #expect(first.descriptor != second.descriptor)
        #expect(first.pluginClass(named: "EchoBCO") != second.pluginClass(named: "EchoBCO"))
    }

    private func addWithBeside(_ id: String, soname: String, who: String) throws -> String {
        let flags = ["-fvisibility=default", "-Wl,-soname,\(soname)", "-DWHO=\"\(who)\""]
        let beside = try FixtureCompiler.library("beside.c", flags)
        let folder = try home.addWorking(id, flags: ["-DNEEDS", beside, "-Wl,-rpath,$ORIGIN"])
        try home.copy(beside, folder + "/" + soname)
        return folder
    }

    @Test func loadsWithTheLibraryBeside() throws {
        _ = try addWithBeside("test.with", soname: "libBesideOne.so.1", who: "one")
        #expect(try Self.who(load("test.with")) == "one")
    }

    @Test func refusesASecondLibraryOfALoadedName() throws {
        _ = try addWithBeside("test.first", soname: "libBesideTwo.so", who: "first")
        let folder = try addWithBeside("test.other", soname: "libBesideTwo.so", who: "other")
        let first = try load("test.first")
        let refusal = try #require(home.refusal("test.other"))
        #expect(refusal.code == .nameLoaded)
        #expect(refusal.message.contains(folder + "/libBesideTwo.so"))
        #expect(refusal.message.contains(FilePath.parent(of: first.file) + "/libBesideTwo.so"))
    }

    @Test func refusesToTakeAnotherPluginsLibraryForTheSystems() throws {
        try home.addWorking("test.taker", flags: ["-Wl,-soname,libTaken.so.1"])
        _ = try load("test.taker")
        let system = try FixtureCompiler.library("beside.c", ["-fvisibility=default", "-Wl,-soname,libTaken.so.1"])
        try home.addWorking("test.needs", flags: ["-DNEEDS", system])
        let refusal = try #require(home.refusal("test.needs"))
        #expect(refusal.code == .nameLoaded)
        #expect(refusal.message.contains("needs libTaken.so.1"))
    }

    @Test func retriesAFailureOnlyWhenSomethingChanged() throws {
        let folder = try home.add(library: FixtureCompiler.library("plugin.c", ["-DID=\"test.retry\""]))
        let first = try #require(home.refusal())
        #expect(first.code == .manifestMismatch)
        #expect(home.refusal() == first)
        try home.write(PluginHome.manifest("test.retry"), folder + "/plugin.json")
        #expect(home.refusal("test.retry") == nil)
    }
}
