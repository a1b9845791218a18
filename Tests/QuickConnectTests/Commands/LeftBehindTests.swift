import QuickConnect
import QuickConnectPlugin
import Testing

/// A plugin whose objects leave requests behind, or begin them too late.
final class Leaver: Plugin {
    static let id = "test.leaver"
    static let version = "1.0.0"
    let host: PluginHost
    let replies = Locked<[Reply]>([])

    init(host: PluginHost) { self.host = host }

    func note(_ reply: Reply) { replies.withLock { $0.append(reply) } }

    static let classes: [any CommandClass<Leaver>.Type] = [LeaveTaskBCO.self, BeginLateBCO.self, RepliesVCO.self]
}

/// Answers, and leaves a task behind that asks for another command after that.
final class LeaveTaskBCO: AsyncCommandObject {
    static let stage = Stage.business
    static func doCommand(_ request: Request, _ plugin: Leaver) async throws(CommandError) -> Outcome {
        Task {
            try? await Task.sleep(for: .milliseconds(20))
            plugin.note(await plugin.host.dispatch("see"))
            plugin.note(await plugin.host.dispatch("see", for: request))
        }
        return .next
    }
}

/// Asks for another command after its own request was cancelled.
final class BeginLateBCO: AsyncCommandObject {
    static let stage = Stage.business
    static func doCommand(_ request: Request, _ plugin: Leaver) async throws(CommandError) -> Outcome {
        while !request.isCancelled { await Task.yield() }
        // In a task that was not cancelled.
        let reply = await Task.detached { await plugin.host.dispatch("wait", for: request) }.value
        plugin.note(reply)
        return .next
    }
}

/// Gives the replies that came so far.
final class RepliesVCO: CommandObject {
    static let stage = Stage.view
    static let thread = ThreadRule.any
    static func doCommand(_ request: Request, _ plugin: Leaver) throws(CommandError) -> Outcome {
        .value(.array(plugin.replies.withLock { $0 }.map { (try? $0.get()) ?? .string("\($0)") }))
    }
}

/// Calls the controller itself, and tells how deep it came.
final class ReenterVCO: CommandObject {
    static let stage = Stage.view
    static let thread = ThreadRule.any
    static func doCommand(_ request: Request, _ plugin: Reenterer) throws(CommandError) -> Outcome {
        guard let controller = plugin.controller.withLock({ $0 }) else { return .stop }
        let depth = request.parameters.count
        let reply = controller.handleRequest("reenter", Array(repeating: 0, count: depth + 1))
        guard case .error(let error) = reply else { return .value(try reply.get() ?? .null) }
        return .value(["depth": Value(depth), "code": .string(error.code.rawValue)])
    }
}

/// Awaits a command of its own plugin, of which one call runs at a time.
final class AwaitOwnBCO: AsyncCommandObject {
    static let stage = Stage.business
    static func doCommand(_ request: Request, _ plugin: Reenterer) async throws(CommandError) -> Outcome {
        await Task.yield()
        guard let controller = plugin.controller.withLock({ $0 }) else { return .stop }
        return .value(try await controller.call("own").get() ?? .null)
    }
}

final class OwnVCO: CommandObject {
    static let stage = Stage.view
    static func doCommand(_ request: Request, _ plugin: Reenterer) throws(CommandError) -> Outcome { .value("own") }
}

/// A plugin of a program that keeps its controller at hand.
final class Reenterer: Plugin {
    static let id = "test.reenterer"
    static let version = "1.0.0"
    let controller = Locked<FrontController?>(nil)
    init(host: PluginHost) {}
    init() {}
}

/// Requests that command objects begin where nobody expects them.
@Suite struct LeftBehindTests {
    private func controller() throws -> FrontController {
        let (controller, _) = try Probe.controller()
        try controller.install(Leaver.self, classes: Leaver.classes)
        try controller.app.mapCommandToBCO("leave", className: "LeaveTaskBCO")
        try controller.app.mapCommandToBCO("late", className: "BeginLateBCO")
        try controller.app.mapCommandToVCO("replies", className: "RepliesVCO")
        try controller.app.mapCommandToVCO("wait", className: "WaitVCO")
        try controller.app.mapCommandToVCO("see", className: "SeeAllVCO")
        return controller
    }

    /// Awaits `count` replies to requests that were left behind.
    private func replies(_ count: Int, _ controller: FrontController) async throws -> [Value] {
        var replies: [Value] = []
        for _ in 0..<10_000 where replies.count < count {
            replies = try await controller.call("replies").get()?.array ?? []
            try await Task.sleep(for: .milliseconds(1))
        }
        return replies
    }

    @Test(.timeLimit(.minutes(1))) func nestsNothingInARequestThatIsAnswered() async throws {
        let controller = try controller()
        #expect(await controller.call("leave", from: Source(.page, window: 1, page: 7)) == .value(.null))
        // Of its page, its depth or its number nothing is read any more, as its memory may be another's by now. It is not
        // yet, so that what is read would show.
        try await Task.sleep(for: .milliseconds(200))
        let replies = try await replies(2, controller)
        #expect(replies.map { $0["page"] } == [0, 0])
    }

    @Test(.timeLimit(.minutes(1))) func cancelsWhatIsBegunForACancelledRequest() async throws {
        let controller = try controller()
        #expect(await controller.call("late", timeout: 20).error?.code == .timedOut)
        let replies = try await replies(1, controller)
        #expect(replies.first?.string?.contains("CANCELLED") == true, "\(replies)")
        try await eventually { controller.pendingCount == 0 }
    }

    private func reentered() throws -> (FrontController, Reenterer) {
        let (controller, _) = try Probe.controller()
        let plugin = Reenterer()
        try controller.install(plugin, classes: [ReenterVCO.self, AwaitOwnBCO.self, OwnVCO.self])
        try controller.app.mapCommandToVCO("reenter", className: "ReenterVCO")
        try controller.app.mapCommandToBCO("await", className: "AwaitOwnBCO")
        try controller.app.mapCommandToVCO("own", className: "OwnVCO")
        plugin.controller.withLock { $0 = controller }
        return (controller, plugin)
    }

    @Test(.timeLimit(.minutes(1))) func letsAnObjectAwaitItsOwnPluginThroughTheController() async throws {
        let (controller, plugin) = try reentered()
        defer { plugin.controller.withLock { $0 = nil } }
        #expect(await controller.call("await") == .value("own"))
    }

    @Test func limitsHowDeepObjectsCallTheControllerItself() throws {
        let (controller, plugin) = try reentered()
        defer { plugin.controller.withLock { $0 = nil } }
        #expect(controller.handleRequest("reenter") == .value(["depth": 32, "code": "TOO_DEEP"]))
    }
}
