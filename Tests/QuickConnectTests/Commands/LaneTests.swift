import QuickConnect
import QuickConnectPlugin
import QuickConnectTesting
import Synchronization
import Testing

/// Two plugins whose serial objects ask for each other's commands.
final class LeftPlugin: Plugin {
    static let id = "test.left"
    static let version = "1.0.0"
    let host: PluginHost
    init(host: PluginHost) { self.host = host }
}

final class RightPlugin: Plugin {
    static let id = "test.right"
    static let version = "1.0.0"
    let host: PluginHost
    init(host: PluginHost) { self.host = host }
}

final class LeftBCO: AsyncCommandObject {
    static let stage = Stage.business
    static func doCommand(_ request: Request, _ plugin: LeftPlugin) async throws(CommandError) -> Outcome {
        try? await Task.sleep(for: .milliseconds(20))
        let reply = await plugin.host.dispatch("rightLeaf", for: request)
        return .value(reply == .value("right leaf") ? "left" : .string("left failed: \(reply)"))
    }
}

final class RightBCO: AsyncCommandObject {
    static let stage = Stage.business
    static func doCommand(_ request: Request, _ plugin: RightPlugin) async throws(CommandError) -> Outcome {
        try? await Task.sleep(for: .milliseconds(20))
        let reply = await plugin.host.dispatch("leftLeaf", for: request)
        return .value(reply == .value("left leaf") ? "right" : .string("right failed: \(reply)"))
    }
}

final class LeftLeafVCO: CommandObject {
    static let stage = Stage.view
    static func doCommand(_ request: Request, _ plugin: LeftPlugin) throws(CommandError) -> Outcome {
        .value("left leaf")
    }
}

final class RightLeafVCO: CommandObject {
    static let stage = Stage.view
    static func doCommand(_ request: Request, _ plugin: RightPlugin) throws(CommandError) -> Outcome {
        .value("right leaf")
    }
}

@Suite struct LaneTests {
    private func controller() throws -> FrontController {
        let (controller, _) = try Probe.controller()
        try controller.install(LeftPlugin.self, classes: [LeftBCO.self, LeftLeafVCO.self])
        try controller.install(RightPlugin.self, classes: [RightBCO.self, RightLeafVCO.self])
        try controller.app.mapCommandToBCO("left", className: "LeftBCO")
        try controller.app.mapCommandToBCO("right", className: "RightBCO")
        try controller.app.mapCommandToVCO("leftLeaf", className: "LeftLeafVCO")
        try controller.app.mapCommandToVCO("rightLeaf", className: "RightLeafVCO")
        return controller
    }

    @Test func letsTwoPluginsUseEachOther() async throws {
        let controller = try controller()
        #expect(await controller.call("left") == .value("left"))
        #expect(await controller.call("right") == .value("right"))
    }

    @Test(.timeLimit(.minutes(1))) func refusesToWaitInACircle() async throws {
        let controller = try controller()
        async let left = controller.call("left")
        async let right = controller.call("right")
        let replies = await [left, right].map { "\($0)" }
        // One of the two gives way, and says so; the other gets through.
        #expect(replies.contains { $0.contains("WOULD_BLOCK") })
        #expect(replies.contains { !$0.contains("failed") })
        #expect(controller.pendingCount == 0)
        #expect(await controller.call("left") == .value("left"))
    }

    @Test func runsTheRequestsOfAPluginInTheOrderInWhichTheyCame() async throws {
        let (controller, probe) = try Probe.controller()
        try controller.app.mapCommandToBCO("later", className: "LaterBCO")
        for index in 0..<200 {
            Array("call?cmd=later&msg=[\(index % 3),\(index)]".utf8).withUnsafeBytes { bytes in
                _ = controller.send(bytes) { _ in }
            }
        }
        try await eventually { controller.pendingCount == 0 }
        let begun = probe.trace.all.filter { $0.hasPrefix("LaterBCO") }
        #expect(begun == (0..<200).map { "LaterBCO \($0 % 3) \($0)" })
    }

    @Test(.timeLimit(.minutes(1))) func givesUpTheLaneOfARequestWhoseCallerHasLeft() async throws {
        let (controller, probe) = try Probe.controller()
        try controller.app.mapCommandToVCO("wait", className: "WaitSeriallyVCO")
        try controller.app.mapCommandToVCO("x", className: "WaitVCO")
        try controller.app.mapCommandToECO("x", className: "ReportECO")
        try controller.app.mapCommandToVCO("y", className: "SilentVCO")
        let holder = Task { await controller.call("wait") }
        try await eventually { controller.pendingCount == 1 }
        #expect(await onThread { controller.handleRequest("x", timeout: 20) }.error?.code == .timedOut)
        // Its error object now waits for the lane, for a caller that waits no more.
        try await eventually { probe.trace.all.contains("cancelled") }
        try await Task.sleep(for: .milliseconds(20))
        holder.cancel()
        try await eventually { probe.trace.all.contains { $0.hasPrefix("ReportECO") } }
        #expect(await controller.call("y") == .value(.null))
    }

    @Test(.timeLimit(.minutes(1))) func handsTheLaneOnWhileTheMainThreadItselfWaitsForIt() async throws {
        let loop = FakeLoop()
        defer { loop.end() }
        let (controller, _) = try Probe.controller { $0.mainLoop = loop }
        try controller.app.mapCommandToVCO("wait", className: "WaitSeriallyVCO")
        try controller.app.mapCommandToVCO("y", className: "SilentVCO")
        let holder = Task { await controller.call("wait") }
        try await eventually { controller.pendingCount == 1 }
        Array("call?cmd=y".utf8).withUnsafeBytes { _ = controller.send($0, on: loop) { _ in } }
        #expect(controller.pendingCount == 2)
        async let reply = loop.run { controller.handleRequest("y") }
        try await eventually { controller.pendingCount == 3 }
        holder.cancel()
        #expect(await reply == .value(.null))
    }

    @Test func givesUpThePlaceOfACancelledRequest() async throws {
        let controller = try controller()
        try controller.app.mapCommandToVCO("wait", className: "WaitSeriallyVCO")
        let replies = Trace()
        let send = { (id: Int) in
            Array(#"{"v":1,"id":\#(id),"cmd":"wait"}"#.utf8).withUnsafeBytes { bytes in
                controller.send(bytes) { replies.note("\($0.messageID.integer ?? -1) \($0.isError)") }
            }
        }
        let numbers = [1, 2, 3].map(send)
        #expect(controller.pendingCount == 3)
        controller.cancel(numbers[1])
        #expect(replies.all == ["2 true"])
        controller.cancel(numbers[0])
        try await eventually { replies.all.contains("1 true") }
        controller.cancel(numbers[2])
        try await eventually { replies.all.count == 3 && controller.pendingCount == 0 }
    }
}
