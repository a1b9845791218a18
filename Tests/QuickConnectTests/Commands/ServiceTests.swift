import Foundation
import QuickConnect
import QuickConnectPlugin
import QuickConnectTesting
import Testing

/// All that a host offers, asked for from plain C.
@Suite struct ServiceTests {
    private let host: InstalledHost

    init() throws {
        host = try InstalledHost()
        try host.add(
            "test.services", "services.c", [("use", "UseBCO"), ("add", "QuickBCO"), ("never", "UseBCO")],
            more:
                #", "configuration": {"greeting": {"type": "string", "default": "hello"}, "count": {"type": "integer"}}"#
        )
    }

    private func use(_ name: String, _ more: Value..., in controller: FrontController? = nil) async -> Reply {
        await (controller ?? host.controller()).call("use", [.string(name)] + more)
    }

    @Test func logsWithThePluginsNameOnOneLine() async {
        #expect(await use("log") == .value(.null))
        #expect(host.log.lines.contains("warning [test.services] two\\nlines\\0and NUL"), "\(host.log.lines)")
        #expect(host.log.lines.contains("info [test.services] an unknown level"))
        #expect(host.log.lines.contains("info [test.services] "))
    }

    @Test func givesAFolderForEachAppAndPlugin() async throws {
        let first = host.controller { $0.appID = "first" }
        let folder = host.home.root + "/storage/first/test.services"
        #expect(await use("storage", in: first) == .value(.string(folder)))
        #expect(FileManager.default.fileExists(atPath: folder + "/kept"))
        let mode = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int
        #expect(mode == 0o700)
        let second = host.controller { $0.appID = "second" }
        #expect(await use("storage", in: second) == .value(.string(folder.replacing("first", with: "second"))))
    }

    @Test func saysWhyThereIsNoFolder() async throws {
        try host.home.write("a file", host.home.root + "/file")
        let controller = host.controller { [root = host.home.root] in $0.storageFolder = root + "/file" }
        let error = await use("storage", in: controller).error
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("/file") == true)
    }

    @Test func readsSettingsOfTheDeclaredKeysOnly() async {
        let controller = host.controller { $0.pluginSettings["test.services"] = ["count": 3, "secret": true] }
        #expect(await use("configuration", "greeting", in: controller) == .value("hello"))
        #expect(await use("configuration", "count", in: controller) == .value(3))
        #expect(await use("configuration", "secret", in: controller) == .value("not declared"))
        #expect(await use("configuration", "count") == .value(.null))
    }

    @Test func refusesASettingOfTheWrongType() async {
        let controller = host.controller { $0.pluginSettings["test.services"] = ["count": "three"] }
        let error = await use("configuration", "count", in: controller).error
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("its setting count is a string and must be of type integer") == true)
    }

    @Test func holdsEventsInOrderUntilSomebodyListens() async {
        let controller = host.controller()
        #expect(await use("events", in: controller) == .value(true))
        let events = Locked<[Event]>([])
        controller.onEvent { event in events.withLock { $0.append(event) } }
        let expected = (0..<3).map { Event("counted", plugin: "test.services", value: Value($0)) }
        #expect(events.withLock { $0 } == expected + [Event("ended", plugin: "test.services", value: .null)])
    }

    @Test(.timeLimit(.minutes(1))) func callsEachListenerOnItsOwnLoopOnly() async {
        let (first, second) = (FakeLoop(), FakeLoop())
        defer { for loop in [first, second] { loop.end() } }
        let (firstGoesOn, secondGoesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let controller = host.controller()
        controller.onEvent(on: first) { _ in firstGoesOn.wait() }
        #expect(await use("events", in: controller) == .value(true))
        second.post { secondGoesOn.wait() }
        let places = Trace()
        controller.onEvent(on: second) { _ in places.note(second.isCurrent ? "second" : "elsewhere") }
        for _ in 0..<4 { firstGoesOn.signal() }
        await first.run {}
        secondGoesOn.signal()
        await second.run {}
        // The first event may have gone to the first listener.
        #expect(places.all.count >= 3)
        #expect(Set(places.all) == ["second"])
    }

    @Test func dropsTheOldestEventsOfAFullHold() async {
        let controller = host.controller()
        for _ in 0..<256 { #expect(await use("events", in: controller) == .value(true)) }
        #expect(await use("events", in: controller) == .value(false))
        let events = Locked<[Event]>([])
        controller.onEvent { event in events.withLock { $0.append(event) } }
        #expect(events.withLock { $0.count } == 1024)
        #expect(events.withLock { $0.last?.name } == "ended")
    }

    @Test(arguments: ["call", "start"]) func asksForAnotherCommand(way: String) async {
        #expect(await use(way, "add") == .value(21))
        #expect(await use(way, "nothing") == .value("UNKNOWN_COMMAND"))
        #expect(await use(way, "") == .value("BAD_COMMAND"))
        #expect(await use(way, "default") == .value("BAD_COMMAND"))
    }

    @Test func doesNotBlockInANestedCall() async {
        #expect(await use("call", "never") == .value("WOULD_BLOCK"))
    }

    @Test func cancelsANestedRequestOnce() async {
        let controller = host.controller()
        let before = await counts(controller)
        #expect(await use("cancel", in: controller) == .value("CANCELLED"))
        let after = await counts(controller)
        #expect(after == [before[0] + 1, before[1] + 1])
        #expect(controller.pendingCount == 0)
    }

    private func counts(_ controller: FrontController) async -> [Int64] {
        guard case .value(.array(let counts)) = await use("cancel counts", in: controller) else { return [-1, -1] }
        return counts.map { $0.integer ?? -1 }
    }

    @Test(arguments: [("on a thread", Value(7)), ("before return", 8), ("twice", 1)])
    func answersByItsToken(way: String, value: Value) async {
        let controller = host.controller()
        for _ in 0..<20 { #expect(await use(way, in: controller) == .value(value)) }
        #expect(controller.pendingCount == 0)
        if way == "twice" { #expect(await use("was refused", in: controller) == .value(true)) }
    }

    @Test(.timeLimit(.minutes(1)), arguments: ["let go", "let go later"])
    func answersForATokenThatWasLetGo(way: String) async {
        let controller = host.controller()
        let error = await use(way, in: controller).error
        #expect(error?.code == .pluginFailed)
        #expect(error?.object == "UseBCO" && error?.stage == .business)
        #expect(controller.pendingCount == 0)
    }

    @Test func failsLater() async {
        let error = CommandError(.busy, "later", data: 9, stage: .business, object: "UseBCO")
        #expect(await use("fail later") == .error(error))
    }

    @Test func tellsProgressBeforeTheReply() async {
        let controller = host.controller()
        let progress = Locked<[Value]>([])
        let reply = await controller.call("use", ["progress"]) { value in progress.withLock { $0.append(value) } }
        #expect(reply == .value(true))
        #expect(progress.withLock { $0 } == [0, 1, 2])
        #expect(await controller.call("use", ["progress"]) == .value(false))
    }

    @Test func tellsThePluginWhereItIs() async {
        let expected: Value = ["tests", "test.services", .string(host.home.directory + "/test.services"), true]
        #expect(await use("who") == .value(expected))
    }

    @Test func endsItsStateWithTheController() async {
        var controller: FrontController? = host.controller()
        let other = host.controller()
        guard let reply = await controller?.call("use", ["active"]), case .value(.integer(let alone)) = reply else {
            Issue.record("not active")
            return
        }
        #expect(await use("active", in: other).error == nil)
        weak let gone = controller
        controller = nil
        #expect(gone == nil)
        // The code is shared, the state is not: other tests come and go meanwhile.
        #expect(await use("active", in: other).error == nil)
        #expect(alone >= 1)
    }
}
