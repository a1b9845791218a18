import Foundation
import Testing

@testable import QuickConnect

/// Libraries that are refused before they are loaded, each for a reason of its own.
@Suite struct LibraryCheckTests {
    let home: PluginHome

    init() throws { home = try PluginHome() }

    private func library(_ folder: String) -> String { folder + "/libTest.so" }

    @Test func refusesAMissingLibrary() throws {
        let folder = try home.add()
        unlink(library(folder))
        let refusal = try #require(home.refusal())
        #expect(refusal.code == .noLibrary)
        #expect(refusal.message.contains("build the plugin and put it into its folder"))
        #expect(refusal.file == library(folder))
    }

    @Test func refusesTextAndWhatIsEmpty() throws {
        let folder = try home.add()
        #expect(home.refusal()?.code == .truncated)
        try home.write("hello", library(folder))
        let refusal = try #require(home.refusal())
        #expect(refusal.code == .notALibrary)
        #expect(refusal.message.contains("this is text, not a shared library"))
    }

    @Test(arguments: [0.0, 0.001, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.999])
    func refusesATruncatedLibrary(part: Double) throws {
        let folder = try home.addWorking()
        let size = try #require(FileIdentity(path: library(folder))).size
        #expect(truncate(library(folder), Int(Double(size) * part)) == 0)
        #expect(home.refusal()?.code == .truncated)
    }

    @Test(arguments: [
        ("no_entry.c", "has qc_plugin_entry, but does not export it as a function"),
        ("data_entry.c", "has qc_plugin_entry, but does not export it as a function"),
        ("beside.c", "has no function qc_plugin_entry"),
    ])
    func refusesALibraryWithoutEntry(source: String, words: String) throws {
        try home.add(library: FixtureCompiler.library(source))
        let refusal = try #require(home.refusal())
        #expect(refusal.code == .noEntry)
        #expect(refusal.message.contains(words))
        #expect(refusal.message.contains("in Swift declare it \"@c(qc_plugin_entry) public func\""))
    }

    @Test func refusesALinkOutOfTheFolder() throws {
        let folder = try home.add()
        unlink(library(folder))
        symlink(try FixtureCompiler.library(), library(folder))
        let refusal = try #require(home.refusal())
        #expect(refusal.code == .symbolicLink)
        #expect(refusal.message.contains("is a symbolic link to \(try FixtureCompiler.library())"))
    }

    @Test func followsALinkInsideTheFolder() throws {
        let folder = try home.addWorking("test.link")
        rename(library(folder), library(folder) + ".1")
        symlink("libTest.so.1", library(folder))
        #expect(home.refusal("test.link") == nil)
    }

    @Test(arguments: ["libTest.so", "libOther.so", "../plugin/libTest.so", "."])
    func refusesALinkThatEndsNowhere(target: String) throws {
        let folder = try home.add()
        unlink(library(folder))
        symlink("libTest.so", folder + "/libOther.so")
        symlink(target, library(folder))
        #expect(home.refusal()?.code == .symbolicLink)
    }

    @Test func refusesALinkThatReplacesTheLibraryAfterDiscovery() throws {
        let folder = try home.addWorking("test.swapped")
        let plugin = try #require(home.discover().plugin("test.swapped"))
        unlink(library(folder))
        symlink(try FixtureCompiler.library(), library(folder))
        let refusal = #expect(throws: PluginRefusal.self) { try PluginImage.load(plugin, paths: home.paths) }
        #expect(refusal?.code == .symbolicLink)
    }

    @Test func refusesAFolderInPlaceOfTheLibrary() throws {
        let folder = try home.add()
        unlink(library(folder))
        try PluginHome.makeFolder(library(folder))
        #expect(home.refusal()?.code == .notAFile)
    }

    @Test func refusesWhatEveryoneMayWrite() throws {
        let folder = try home.addWorking()
        for path in [folder + "/plugin.json", library(folder), folder, home.directory] {
            let mode = mode_t(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int ?? 0)
            chmod(path, mode | 0o002)
            let refusal = try #require(home.refusal())
            #expect(refusal.code == .writableByOthers)
            #expect(refusal.message == "everyone may write it; chmod o-w '\(path)'")
            chmod(path, mode)
        }
        #expect(home.refusal() == nil)
    }

    @Test func refusesASecondCheckThatEveryoneMayWrite() throws {
        let folder = try home.addWorking("test.second")
        let plugin = try #require(home.discover().plugin("test.second"))
        chmod(library(folder), 0o777)
        let refusal = #expect(throws: PluginRefusal.self) { try PluginImage.load(plugin, paths: home.paths) }
        #expect(refusal?.code == .writableByOthers)
    }

    @Test func allowsAStickyDirectory() throws {
        try home.addWorking("test.sticky")
        chmod(home.directory, 0o1777)
        #expect(home.refusal("test.sticky") == nil)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
    func refusesAThirdOwnerAndAForeignGroup() throws {
        let folder = try home.addWorking("test.owner")
        chown(library(folder), 12_345, 0)
        #expect(home.refusal("test.owner")?.code == .foreignOwner)
        // The owner of the plugin directory may own what lies in it.
        chown(home.directory, 12_345, 0)
        #expect(home.refusal("test.owner") == nil)
        chown(library(folder), 0, 12_345)
        chmod(library(folder), 0o775)
        let refusal = try #require(home.refusal("test.owner"))
        #expect(refusal.message == "group 12345 may write it; chmod g-w '\(library(folder))'")
        // The group of root's own.
        chown(library(folder), 0, 0)
        #expect(home.refusal("test.owner") == nil)
    }

    @Test func refusesAnotherMachine() throws {
        let folder = try home.addWorking()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: library(folder)))
        bytes[18] = 40
        try bytes.write(to: URL(fileURLWithPath: library(folder)))
        let refusal = try #require(home.refusal())
        #expect(refusal.code == .wrongMachine)
        #expect(refusal.message.contains("the library is for arm, this machine is"))
    }
}
