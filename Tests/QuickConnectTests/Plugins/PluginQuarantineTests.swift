import CLinux
import Foundation
import Testing

@testable import QuickConnect

@Suite struct PluginQuarantineTests {
    let home: PluginHome
    let quarantine: PluginQuarantine

    init() throws {
        home = try PluginHome()
        quarantine = PluginQuarantine(home.paths)
    }

    private func plugin(_ id: String = "test.plugin") throws -> InstalledPlugin {
        try #require(home.discover().plugin(id))
    }

    @Test func keepsAPluginOutWithItsCause() throws {
        try home.add()
        quarantine.add(try plugin(), phase: .command, command: "play\n\"it\"", cause: "SIGSEGV")
        guard case .quarantined(let refusal) = try plugin().state else {
            Issue.record("not in quarantine")
            return
        }
        #expect(refusal.code == .quarantined)
        #expect(
            refusal.message.hasPrefix("version 1.0.0 failed earlier running \"play\n\"it\"\": SIGSEGV; it stays out"))
    }

    @Test(arguments: ["plugin.json", "libTest.so"]) func letsItGoWhenAnInputChanges(file: String) throws {
        let folder = try home.add()
        quarantine.add(try plugin(), phase: .load, cause: "SIGSEGV")
        #expect(!(try plugin().isReady))
        try home.write(file == "plugin.json" ? PluginHome.manifest() : "changed", folder + "/" + file)
        #expect(try plugin().isReady)
        #expect(quarantine.ids().isEmpty)
    }

    @Test func letsItGoWhenAsked() throws {
        try home.add()
        quarantine.add(try plugin(), phase: .activate, cause: "SIGSEGV")
        #expect(quarantine.release("test.plugin"))
        #expect(try plugin().isReady)
        #expect(!quarantine.release("test.plugin"))
        #expect(!quarantine.release("../test"))
    }

    @Test func takesADamagedEntryForNone() throws {
        try home.add()
        try PluginHome.makeFolder(quarantine.folder)
        try home.write("{\"id\": \"test.plu", quarantine.folder + "/test.plugin.json")
        #expect(try plugin().isReady)
    }

    @Test(arguments: ["abort()", "raise(SIGSEGV)", "_exit(3)"])
    func remembersWhoEndedTheProcess(code: String) async throws {
        try home.add(library: FixtureCompiler.library("plugin.c", ["-DAT_LOAD=\(code)"]))
        await #expect(processExitsWith: .failure) { [root = home.root as String] in
            let home = try PluginHome(existing: root)
            let plugin = try #require(home.discover().plugin("test.plugin"))
            _ = try PluginImage.load(plugin, paths: home.paths)
        }
        let refusal = try #require(try self.plugin().refusal)
        #expect(refusal.code == .quarantined)
        #expect(refusal.message.contains("in phase load: the process ended meanwhile"))
    }

    @Test func leavesNoNoteBehindALoad() throws {
        try home.addWorking("test.clean")
        #expect(home.refusal("test.clean") == nil)
        #expect(try Folder.names(in: quarantine.folder).isEmpty)
    }

    @Test func leavesTheNoteOfALivingProcessAlone() throws {
        try home.add()
        let sentinel = try #require(PluginSentinel(try plugin(), .load, quarantine))
        #expect(try plugin().isReady)
        sentinel.remove()
    }

    @Test(arguments: [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP])
    func attributesACrashToTheCommand(number: Int32) async throws {
        try home.add()
        let result = await #expect(processExitsWith: .signal(number), observing: [\.standardErrorContent]) {
            [root = home.root as String, number = number as Int32] in
            let home = try PluginHome(existing: root)
            signal(number, SIG_DFL)
            CrashAttribution.install(home.paths)
            let plugin = try #require(home.discover().plugin("test.plugin"))
            CallPlace(plugin, .command, command: "boom\n").enter { () -> Void in
                // Threads of libdispatch block SIGABRT, which `abort` allows again.
                if number == SIGABRT { abort() }
                raise(number)
            }
        }
        let refusal = try #require(try self.plugin().refusal)
        #expect(refusal.message.contains("version 1.0.0 failed earlier running \"boom\n\": SIG"))
        let line = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(line.contains(" in plugin test.plugin 1.0.0, command boom?; it is not used again until"))
    }

    @Test func attributesAStackThatOverflows() async throws {
        try home.add(library: FixtureCompiler.library("plugin.c", ["-DAT_LOAD=overflow(1)", "-O0"]))
        await #expect(processExitsWith: .signal(SIGSEGV)) { [root = home.root as String] in
            let home = try PluginHome(existing: root)
            signal(SIGSEGV, SIG_DFL)
            CrashAttribution.install(home.paths)
            let plugin = try #require(home.discover().plugin("test.plugin"))
            _ = try PluginImage.load(plugin, paths: home.paths)
        }
        let notes = Note.abandoned(in: quarantine.folder, suffix: CrashAttribution.suffix)
        #expect(notes.compactMap { CrashNote.read($0)?.cause } == ["SIGSEGV"])
    }

    @Test func leavesACrashOutsideOfPluginsAlone() async throws {
        try home.add()
        await #expect(processExitsWith: .signal(SIGSEGV)) { [root = home.root as String] in
            signal(SIGSEGV, SIG_DFL)
            CrashAttribution.install(try PluginHome(existing: root).paths)
            raise(SIGSEGV)
        }
        #expect(try plugin().isReady)
        #expect(quarantine.ids().isEmpty)
    }

    @Test func restoresTheOuterPlace() throws {
        try home.add()
        let outer = CallPlace(try plugin(), .command, command: "outer")
        let inner = CallPlace(try plugin(), .command, command: "inner")
        outer.enter {
            inner.enter { #expect(qc_current_call() == inner.place) }
            #expect(qc_current_call() == outer.place)
        }
        #expect(qc_current_call() == nil)
    }
}
