import QuickConnect
import QuickConnectPlugin
import QuickConnectTesting
import Synchronization
import Testing

import class Foundation.FileManager

/// A plugin as an author would write it.
final class JukeboxPlugin: Plugin {
    static let id = "test.jukebox"
    static let version = "1.0.0"

    let host: PluginHost?
    let songs: [String]
    let played = Mutex<[Int]>([])
    let hasEnded: @Sendable () -> Void

    init(host: PluginHost) throws(CommandError) {
        self.host = host
        songs = host.configuration("songs")?.array?.compactMap(\.string) ?? []
        hasEnded = {}
        if songs.isEmpty { throw CommandError(.unavailable, "no songs; set some") }
    }

    init(songs: [String], hasEnded: @escaping @Sendable () -> Void = {}) {
        host = nil
        self.songs = songs
        self.hasEnded = hasEnded
    }

    func deactivate() { hasEnded() }
}

final class PlayVCO: CommandObject {
    static let stage = Stage.view
    static func doCommand(_ request: Request, _ plugin: JukeboxPlugin) throws(CommandError) -> Outcome {
        let index = try request.parameters.integer(at: 0)
        guard plugin.songs.indices.contains(index) else {
            throw CommandError(.invalidParameters, "there is no song \(index)")
        }
        plugin.played.withLock { $0.append(index) }
        plugin.host?.log(.notice, "plays \(plugin.songs[index])")
        plugin.host?.emit("played", .string(plugin.songs[index]))
        request.progress(1)
        return .next
    }
}

final class FindBCO: AsyncCommandObject {
    static let stage = Stage.business
    static func doCommand(_ request: Request, _ plugin: JukeboxPlugin) async throws(CommandError) -> Outcome {
        let name = try request.parameters.string(at: 0)
        await Task.yield()
        return plugin.songs.firstIndex(of: name).map { .value(Value($0)) } ?? .stop
    }
}

final class KeepBCO: CommandObject {
    static let stage = Stage.business
    static func doCommand(_ request: Request, _ plugin: JukeboxPlugin) throws(CommandError) -> Outcome {
        .value(.string(try plugin.host?.storageFolder() ?? ""))
    }
}

@Suite struct TestHostTests {
    private let plugin = JukeboxPlugin(songs: ["laser", "rain"])

    private func host() -> TestHost {
        TestHost(plugin: plugin, commands: ["play": PlayVCO.self, "find": FindBCO.self])
    }

    private func installed(_ settings: [String: Value] = ["songs": ["laser"]]) -> TestHost {
        TestHost(JukeboxPlugin.self, commands: ["play": PlayVCO.self, "keep": KeepBCO.self], settings: settings)
    }

    @Test(arguments: [0, 1]) func callsACommand(index: Int) async throws {
        let host = host()
        #expect(try await host.call("play", [index]) == .null)
        #expect(try await host.call("play", [1]) == .null)
        #expect(plugin.played.withLock { $0 } == [index, 1])
    }

    @Test func throwsTheErrorOfAReply() async throws {
        let host = host()
        let error = CommandError(.invalidParameters, "there is no song 7", stage: .view, object: "PlayVCO")
        await #expect(throws: error) { try await host.call("play", [7]) }
        #expect(await host.error(of: "play", [7]) == error)
        #expect(await host.error(of: "play", [0]) == nil)
        #expect(await host.error(of: "stop")?.code == .unknownCommand)
    }

    @Test func givesTheReplyAsItIs() async throws {
        let host = host()
        #expect(await host.reply(to: "find", ["rain"]) == .value(1))
        #expect(await host.reply(to: "find", ["snow"]) == .stop(stage: .business, object: "FindBCO"))
        #expect(try await host.call("find", ["snow"]) == .null)
    }

    @Test func keepsWhatAPluginDoesBesideAnswering() async throws {
        let host = installed()
        try await host.call("play", [0])
        #expect(host.logEntries == [LogEntry(.notice, "plays laser", plugin: "test.jukebox")])
        #expect(host.events == [Event("played", plugin: "test.jukebox", value: "laser")])
        #expect(host.progress == [1])
    }

    @Test func makesAPluginWithSettings() async {
        let error = await installed([:]).error(of: "play", [0])
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("no songs; set some") == true)
    }

    @Test func keepsFilesInAFolderThatGoesAway() async throws {
        var host: TestHost? = installed()
        let folder = try await host?.call("keep").string ?? ""
        #expect(folder.hasPrefix(host?.storageFolder ?? "nowhere"))
        #expect(FileManager.default.fileExists(atPath: folder))
        host = nil
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test func endsThePluginWithTheHost() async throws {
        let ended = Mutex(0)
        var host: TestHost? = TestHost(
            plugin: JukeboxPlugin(songs: ["a"]) { ended.withLock { $0 += 1 } }, commands: ["play": PlayVCO.self])
        try await host?.call("play", [0])
        #expect(ended.withLock { $0 } == 0)
        host = nil
        #expect(ended.withLock { $0 } == 1)
    }

    @Test func saysAtEveryCallWhyItCouldNotBeSetUp() async {
        let host = TestHost(folder: "/nowhere/plugin")
        let error = await host.error(of: "anything")
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("/nowhere/plugin holds no plugin.json") == true)
    }

    @Test func runsABuiltPlugin() async throws {
        let host = TestHost(folder: try BuiltPlugins.folder(of: "qc.device-info"))
        #expect(try await host.call("sendDeviceDescription").array?.isEmpty == false)
    }

    @Test func runsWorkOnALoop() async {
        let loop = FakeLoop()
        let order = Mutex<[Int]>([])
        for index in 0..<100 { loop.post { order.withLock { $0.append(index) } } }
        #expect(await loop.run { FakeLoop.isHere && loop.isCurrent })
        #expect(!loop.isCurrent && !FakeLoop.isHere)
        #expect(order.withLock { $0 } == Array(0..<100))
        loop.end()
    }
}
