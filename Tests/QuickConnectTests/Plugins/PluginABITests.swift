import Foundation
import Testing

@testable import QuickConnect

/// Version 1 of the ABI does not change: sizes and offsets are those of a table, and a plugin built with the header of
/// the first day loads.
@Suite struct PluginABITests {
    private static let frozen = FixtureCompiler.fixtures + "/Frozen/1.0"

    @Test(arguments: [FixtureCompiler.headers, PluginABITests.frozen])
    func hasTheLayoutOfTheTable(headers: String) throws {
        let program = NSTemporaryDirectory() + UUID().uuidString
        defer { unlink(program) }
        let folder = FixtureCompiler.fixtures + "/Layout"
        try FixtureCompiler.run([FixtureCompiler.compiler, folder + "/layout.c", "-I", headers, "-o", program])
        let table = try String(contentsOfFile: folder + "/1.0.txt", encoding: .utf8)
        #expect(try FixtureCompiler.run([program]) == table)
    }

    @Test func loadsAPluginOfTheFrozenHeader() throws {
        let home = try PluginHome()
        let library = try FixtureCompiler.library("../Frozen/1.0/plugin.c", headers: Self.frozen)
        try home.add(manifest: PluginHome.manifest("test.frozen"), library: library)
        let plugin = try #require(home.discover().plugin("test.frozen"))
        let image = try PluginImage.load(plugin, paths: home.paths)
        #expect(image.pluginClass(named: "EchoBCO") != nil)
    }
}
