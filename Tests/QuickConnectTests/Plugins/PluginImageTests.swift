import Foundation
import Testing

@testable import QuickConnect

@Suite struct PluginImageTests {
    let home: PluginHome

    init() throws { home = try PluginHome() }

    @Test func loadsAPluginAndFindsItsClass() throws {
        try home.addWorking("test.loads")
        let plugin = try #require(home.discover().plugin("test.loads"))
        let image = try PluginImage.load(plugin, paths: home.paths)
        #expect(image.id == "test.loads")
        #expect(image.version == "1.0.0")
        #expect(image.loadTime > 0)
        #expect(image.pluginClass(named: "EchoBCO") != nil)
        #expect(image.pluginClass(named: "Other") == nil)
        #expect(image.file == home.paths.cache + "/quickconnect/images/\(image.hash)/libTest.so")
    }

    @Test func loadsAnotherPluginBesideABrokenOne() throws {
        try home.add("broken", manifest: "{")
        try home.addWorking("test.beside")
        #expect(home.refusal("test.beside") == nil)
        #expect(home.discover().plugin("broken")?.refusal?.code == .badJSON)
    }
}
