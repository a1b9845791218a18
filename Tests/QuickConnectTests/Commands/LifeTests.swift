import Foundation
import QuickConnect
import QuickConnectPlugin
import Testing

/// When plugins are loaded, activated, ended, and put into use again.
@Suite struct LifeTests {
    private let host: InstalledHost

    init() throws { host = try InstalledHost() }

    /// Adds a plugin in C whose activations can be counted, and whose calls can be held: see `life.c`.
    @discardableResult
    private func add(
        _ id: String = "test.life", version: String = "1.0.0", answer: Int = 1, more: [(String, String)] = [],
        flags: [String] = []
    ) throws -> String {
        try host.add(
            id, "life.c", [("\(id).tell", "TellBCO"), ("\(id).wait", "WaitBCO")] + more, version: version,
            flags: ["-DID=\"\(id)\"", "-DVERSION=\"\(version)\"", "-DANSWER=\(answer)"] + flags)
    }

    /// `[answer, activations, deactivations]` of the plugin.
    private func tell(_ controller: FrontController, _ id: String = "test.life") async -> [Int64]? {
        try? await controller.call(id + ".tell").get()?.array?.compactMap(\.integer)
    }

    /// How many files of the private copies are in this process.
    private func mappedCopies() throws -> Int {
        let file = try #require(fopen("/proc/self/maps", "r"))
        defer { fclose(file) }
        // Line by line: Foundation takes the first piece that such a file gives for all of it.
        var line = [CChar](repeating: 0, count: 4096)
        var copies: Set<Substring> = []
        while fgets(&line, Int32(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            if text.contains(host.home.paths.cache), let path = text.split(separator: " ").last { copies.insert(path) }
        }
        return copies.count
    }

    // MARK: Lazy activation

    @Test func opensNothingBeforeTheFirstCommandAndThenOnlyWhatItNeeds() async throws {
        try add("test.life.lazy-a")
        try add("test.life.lazy-b")
        let controller = host.controller()
        #expect(try mappedCopies() == 0)
        #expect(controller.report().map(\.state) == [.ready, .ready])
        #expect(await tell(controller, "test.life.lazy-a") == [1, 1, 0])
        #expect(try mappedCopies() == 1)
        #expect(controller.report().map(\.state) == [.loaded, .ready])
        _ = await controller.call("unknown")
        #expect(try mappedCopies() == 1)
    }

    @Test func sharesCodeAmongControllersButNoState() async throws {
        try add("test.life.shared")
        var first: FrontController? = host.controller()
        let second = host.controller()
        if let first { #expect(await tell(first, "test.life.shared") == [1, 1, 0]) }
        #expect(await tell(second, "test.life.shared") == [1, 2, 0])
        #expect(await tell(second, "test.life.shared") == [1, 2, 0])
        first = nil
        #expect(await tell(second, "test.life.shared") == [1, 2, 1])
        #expect(try mappedCopies() == 1)
    }

    @Test func triesAFailedActivationAgainAfterASecond() async throws {
        try add("test.life.late", flags: ["-DREFUSE_FIRST=1"])
        let controller = host.controller()
        let first = await controller.call("test.life.late.tell").error
        // The plugin's own code and words.
        #expect(first?.code == .busy)
        #expect(first?.message == "the plugin test.life.late cannot be used: not yet")
        #expect(first?.object == "TellBCO")
        #expect(controller.report().first?.state == .refused)
        #expect(controller.report().first?.reason.contains("not yet") == true)
        // It is not asked again at once.
        #expect(await controller.call("test.life.late.tell").error == first)
        try await Task.sleep(for: .milliseconds(1100))
        #expect(await tell(controller, "test.life.late") == [1, 1, 0])
        #expect(controller.report().first?.state == .loaded)
        #expect(host.log.lines.filter { $0.contains("cannot be used") }.count == 1)
    }

    // MARK: Disabling and enabling

    @Test func takesAPluginOutOfUseAtOnceAndEndsItOnce() async throws {
        try add("test.life.off")
        let controller = host.controller()
        #expect(await tell(controller, "test.life.off") == [1, 1, 0])
        #expect(controller.disablePlugin("test.life.off"))
        #expect(!controller.disablePlugin("test.life.off"))
        #expect(!controller.disablePlugin("test.absent"))
        let error = await controller.call("test.life.off.tell").error
        #expect(error?.code == .unknownCommand)
        #expect(error?.message.contains("disabled by this program") == true)
        #expect(controller.report().first?.state == .disabled)
        try controller.enablePlugin("test.life.off")
        try controller.enablePlugin("test.life.off")
        #expect(await tell(controller, "test.life.off") == [1, 2, 1])
    }

    @Test(.timeLimit(.minutes(1))) func letsRunningCallsEndFirst() async throws {
        try add("test.life.drain")
        let controller = host.controller()
        #expect(await tell(controller, "test.life.drain") == [1, 1, 0])
        let call = Task { await controller.call("test.life.drain.wait") }
        try await eventually { controller.pendingCount == 1 }
        #expect(controller.disablePlugin("test.life.drain"))
        #expect(await controller.call("test.life.drain.tell").error?.code == .unknownCommand)
        // Enabled again while the old call still runs: the new one waits for its end.
        try controller.enablePlugin("test.life.drain")
        let early = await controller.call("test.life.drain.tell").error
        #expect(early?.code == .busy)
        #expect(early?.message.contains("still ends earlier requests") == true)
        Self.letGo("test.life.drain", in: host)
        #expect(await call.value == .value(1))
        var told: [Int64]?
        while told == nil {
            told = await tell(controller, "test.life.drain")
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(told == [1, 2, 1])
    }

    @Test(.timeLimit(.minutes(1))) func endsAPluginOnNoneOfItsThreadsAndBeforeItsNextGeneration() async throws {
        let id = "test.life.joins"
        try add(id, flags: ["-DJOINS"])
        let controller = host.controller()
        let call = Task { await controller.call(id + ".wait") }
        try await eventually { controller.pendingCount == 1 }
        #expect(controller.disablePlugin(id))
        try controller.enablePlugin(id)
        // The plugin's thread completes the call, and so ends the last request that kept the plugin.
        Self.letGo(id, in: host)
        #expect(await call.value == .value(1))
        var told: [Int64]?
        while told == nil {
            told = await tell(controller, id)
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(told == [1, 2, 1])
    }

    /// Lets the calls that wait go on: the fixture looks for a file beside its manifest.
    private static func letGo(_ id: String, in host: InstalledHost) {
        _ = FileManager.default.createFile(atPath: host.home.directory + "/\(id)/go", contents: nil)
    }

    @Test func loadsTheNewGenerationOfAReplacedPlugin() async throws {
        try add("test.life.new")
        let controller = host.controller()
        #expect(await tell(controller, "test.life.new") == [1, 1, 0])
        controller.disablePlugin("test.life.new")
        try add(
            "test.life.new", version: "1.1.0", answer: 2, more: [("test.life.new.extra", "ExtraBCO")],
            flags: ["-DEXTRA"])
        try controller.enablePlugin("test.life.new")
        #expect(await tell(controller, "test.life.new") == [2, 1, 0])
        #expect(controller.report().first?.version == "1.1.0")
        // Its manifest counts, too.
        #expect(await controller.call("test.life.new.extra") == .value(2))
        controller.disablePlugin("test.life.new")
        try add("test.life.new", version: "1.2.0", answer: 3)
        try controller.enablePlugin("test.life.new")
        #expect(await tell(controller, "test.life.new") == [3, 1, 0])
        #expect(await controller.call("test.life.new.extra").error?.code == .unknownCommand)
    }

    @Test func keepsTheAppsOwnMappings() async throws {
        try add("test.life.kept")
        let controller = host.controller()
        try controller.app.mapCommandToBCO("mine", className: "TellBCO")
        controller.disablePlugin("test.life.kept")
        #expect(await controller.call("mine").error?.code == .unknownCommand)
        try controller.enablePlugin("test.life.kept")
        #expect(await controller.call("mine").error == nil)
    }

    @Test func enablesWhatWasInstalledMeanwhile() async throws {
        let controller = host.controller()
        #expect(throws: CommandError.self) { try controller.enablePlugin("test.life.fresh") }
        try add("test.life.fresh")
        try controller.enablePlugin("test.life.fresh")
        #expect(await tell(controller, "test.life.fresh") == [1, 1, 0])
    }

    @Test func saysWhyAPluginCannotBeEnabled() throws {
        let controller = host.controller()
        let absent = #expect(throws: CommandError.self) { try controller.enablePlugin("test.absent") }
        #expect(absent?.code == .notFound)
        try host.home.add("broken", manifest: #"{"id": "test.broken", "abi": "1.0"}"#)
        let broken = #expect(throws: CommandError.self) { try controller.enablePlugin("test.broken") }
        #expect(broken?.code == .unavailable)
        #expect(broken?.message.contains("version") == true)
    }

    @Test func countsGoOnOverDisabling() async throws {
        try add("test.life.counts")
        let controller = host.controller()
        for _ in 0..<5 { _ = await tell(controller, "test.life.counts") }
        controller.disablePlugin("test.life.counts")
        #expect(controller.report().first?.cost.calls == 5)
        try controller.enablePlugin("test.life.counts")
        for _ in 0..<2 { _ = await tell(controller, "test.life.counts") }
        let row = controller.report().first
        #expect(row?.cost.calls == 7 && row?.cost.failures == 0)
        #expect(row?.cost.callTime ?? 0 > 0 && row?.cost.loadTime ?? 0 > 0)
        #expect(controller.costs()["test.life.counts"]?.calls == 7)
    }

    @Test(.timeLimit(.minutes(2))) func leavesNothingBehind() async throws {
        try add("test.life.cycles")
        let controller = host.controller()
        func cycle() async throws {
            _ = await tell(controller, "test.life.cycles")
            controller.disablePlugin("test.life.cycles")
            try controller.enablePlugin("test.life.cycles")
        }
        for _ in 0..<20 { try await cycle() }
        let before = Self.resident()
        for _ in 0..<100 { try await cycle() }
        #expect(await tell(controller, "test.life.cycles") == [1, 121, 120])
        // Other tests run meanwhile, so this is a bound, not a measure; a copy of the library for each would pass it.
        #expect(Self.resident() - before < 64 << 20)
        #expect(try mappedCopies() == 1)
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
        }
        // The copy that is loaded stays locked, so that nobody prunes it.
        let own = open.filter { $0.hasPrefix(host.home.root) }
        #expect(own.count == 1 && own.allSatisfy { $0.hasSuffix("/.lock") }, "\(own)")
    }

    private static func resident() -> Int {
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
        return (pages.flatMap { Int($0[1]) } ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    @Test(.timeLimit(.minutes(2))) func comesAndGoesUnderLoad() async throws {
        try add("test.life.load")
        let controller = host.controller()
        let codes = await withTaskGroup(of: Set<String>.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    await onThread {
                        var codes: Set<String> = []
                        var count = 0
                        // All of 300 may fall into one moment in which the plugin is disabled.
                        while count < 300 || !codes.contains("ok") {
                            let reply = controller.handleRequest("test.life.load.tell")
                            codes.insert(reply.error?.code.rawValue ?? "ok")
                            count += 1
                        }
                        return codes
                    }
                }
            }
            group.addTask {
                await onThread {
                    for _ in 0..<50 {
                        controller.disablePlugin("test.life.load")
                        try? controller.enablePlugin("test.life.load")
                    }
                    return []
                }
            }
            return await group.reduce(into: Set<String>()) { $0.formUnion($1) }
        }
        #expect(codes.isSubset(of: ["ok", "UNKNOWN_COMMAND", "BUSY", "UNAVAILABLE"]))
        #expect(codes.contains("ok"))
        let told = await tell(controller, "test.life.load")
        #expect(told.map { $0[1] - $0[2] } == 1)
    }
}
