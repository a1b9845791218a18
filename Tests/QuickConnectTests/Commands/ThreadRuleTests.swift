import Glibc
import QuickConnect
import QuickConnectPlugin
import QuickConnectTesting
import Testing

@Suite struct ThreadRuleTests {
    @Test func runsEverythingOnTheCallersThreadWhileNoWindowIsOpen() throws {
        let (controller, _) = try Probe.controller()
        try controller.app.mapCommandToBCO("x", className: "WhereBCO")
        try controller.app.mapCommandToVCO("x", className: "WhereVCO")
        try controller.app.mapCommandToVCO("x", className: "MainVCO")
        #expect(controller.handleRequest("x") == .value("other"))
    }

    @Test func runsMainObjectsOnTheMainLoop() async throws {
        let loop = FakeLoop()
        defer { loop.end() }
        let (controller, probe) = try Probe.controller { $0.mainLoop = loop }
        try controller.app.mapCommandToVCO("x", className: "WhereVCO")
        try controller.app.mapCommandToVCO("x", className: "MainVCO")
        #expect(await controller.call("x") == .value("main loop"))
        #expect(probe.trace.all == ["WhereVCO on other", "MainVCO on main loop"])
    }

    @Test func runsViewObjectsOnTheMainThreadAndBusinessObjectsElsewhereWhileAWindowIsOpen() async throws {
        let loop = FakeLoop()
        defer { loop.end() }
        let (controller, probe) = try Probe.controller { $0.mainLoop = loop }
        try controller.app.mapCommandToBCO("x", className: "WhereBCO")
        try controller.app.mapCommandToVCO("x", className: "WhereVCO")
        #expect(controller.handleRequest("x") == .value("other"))
        controller.windowOpened()
        #expect(await send("call?cmd=x", controller, from: loop) == .value("main loop"))
        #expect(probe.trace.all.suffix(2) == ["WhereBCO on other", "WhereVCO on main loop"])
        controller.windowClosed()
        #expect(controller.handleRequest("x") == .value("other"))
    }

    @Test(.timeLimit(.minutes(1))) func doesNotHangWhenTheMainThreadItselfWaits() async throws {
        let loop = FakeLoop()
        defer { loop.end() }
        let (controller, _) = try Probe.controller { $0.mainLoop = loop }
        try controller.app.mapCommandToBCO("x", className: "LaterBCO")
        try controller.app.mapCommandToVCO("x", className: "MainVCO")
        controller.windowOpened()
        let reply = await loop.run { controller.handleRequest("x", [3]) }
        #expect(reply == .value("main loop"))
    }

    @Test func deliversRepliesOnTheCallersLoop() async throws {
        let loop = FakeLoop()
        defer { loop.end() }
        let (controller, _) = try Probe.controller()
        try controller.app.mapCommandToBCO("x", className: "LaterBCO")
        let place = await withCheckedContinuation { done in
            Array("call?cmd=x&msg=2".utf8).withUnsafeBytes { bytes in
                _ = controller.send(bytes, on: loop) { _ in done.resume(returning: currentThread()) }
            }
        }
        #expect(place == "main loop")
    }

    @Test func answersForAnObjectThatNeverReturnsOnAnotherThread() async throws {
        let loop = FakeLoop()
        defer { loop.end() }
        let (controller, _) = try Probe.controller { $0.mainLoop = loop }
        try controller.app.mapCommandToBCO("x", className: "StuckBCO")
        controller.windowOpened()
        let message = #"{"v":1,"id":1,"cmd":"x","timeout":30}"#
        guard case .error(let error) = await send(message, controller, from: loop) else {
            Issue.record("no error")
            return
        }
        #expect(error.code == .timedOut)
        #expect(controller.timedOutCount == 1)
        StuckBCO.letGo()
    }

    @Test(.timeLimit(.minutes(2)), arguments: [1, 8]) func servesManyThreadsAtOnce(threads: Int) async throws {
        let (controller, _) = try Probe.controller()
        try controller.app.mapCommandToVCO("double", className: "AnyVCO")
        try controller.app.mapCommandToVCO("echo", className: "EchoVCO")
        try controller.app.mapCommandToBCO("later", className: "LaterBCO")
        let rounds = 400
        let wrong = Trace()
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<threads {
                group.addTask {
                    await onThread {
                        for round in 0..<rounds {
                            let number = thread * rounds + round
                            let isRight =
                                switch round % 4 {
                                case 0: controller.handleRequest("double", [Value(number)]) == .value(Value(2 * number))
                                case 1: controller.handleRequest("echo", [Value(number)]) == .value([Value(number)])
                                case 2: controller.handleRequest("later", [1, Value(number)]) == .value("later 2")
                                default: (try? controller.handleRequest("nothing").get()) == nil
                                }
                            if !isRight { wrong.note("\(number)") }
                        }
                    }
                }
            }
            group.addTask {
                // Mappings come and go meanwhile.
                for round in 0..<100 {
                    try? controller.app.mapCommandToVCO("extra\(round)", className: "AnyVCO")
                    controller.app.unmap("extra\(round)")
                    await Task.yield()
                }
            }
        }
        #expect(wrong.all.isEmpty)
        let calls = controller.costs()["test.probe"]?.calls
        #expect(calls == threads * rounds * 3 / 4)
    }
}

/// Sends a message from the thread of `loop`, and awaits the reply there.
private func send(_ message: String, _ controller: FrontController, from loop: FakeLoop) async -> Reply {
    await withCheckedContinuation { done in
        loop.post {
            Array(message.utf8).withUnsafeBytes { bytes in
                _ = controller.send(bytes, on: loop) { done.resume(returning: $0.reply) }
            }
        }
    }
}

/// Does not return until it is let go.
final class StuckBCO: CommandObject {
    static let stage = Stage.business
    static let thread = ThreadRule.any
    private static let isFree = Locked(false)
    static func letGo() { isFree.withLock { $0 = true } }
    static func doCommand(_ request: Request, _ plugin: Probe) throws(CommandError) -> Outcome {
        while !isFree.withLock({ $0 }) { usleep(1000) }
        return .next
    }
}
