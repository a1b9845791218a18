import Glibc
import QuickConnect
import QuickConnectPlugin
import Testing

@Suite struct LaterTests {
    @Test(arguments: [0, 1, 100]) func goesOnWhereAnAsynchronousObjectCompletes(suspensions: Int) async throws {
        let (controller, probe) = try Probe.controller()
        try controller.app.mapCommandToBCO("x", className: "LaterBCO")
        try controller.app.mapCommandToBCO("x", className: "AddBCO")
        try controller.app.mapCommandToVCO("x", className: "ShowVCO")
        #expect(await controller.call("x", [Value(suspensions)]) == .value("shown"))
        #expect(await onThread { controller.handleRequest("x", [Value(suspensions)]) } == .value("shown"))
        #expect(probe.trace.all.count == 4)
        #expect(controller.pendingCount == 0)
    }

    @Test func answersTheErrorOfAnAsynchronousObject() async throws {
        let (controller, _) = try Probe.controller()
        try controller.app.mapCommandToBCO("x", className: "LaterBCO")
        guard case .error(let error) = await controller.call("x", ["three"]) else {
            Issue.record("no error")
            return
        }
        #expect(error.code == .invalidParameters)
        #expect(error.message == "parameter 0 is a string; it must be an integer")
        #expect(error.object == "LaterBCO" && error.stage == .business)
    }

    @Test func cancelsWithTheCallingTask() async throws {
        let (controller, probe) = try Probe.controller()
        try controller.app.mapCommandToVCO("x", className: "WaitVCO")
        let call = Task { await controller.call("x") }
        try await eventually { probe.trace.all.contains("waiting") }
        call.cancel()
        guard case .error(let error) = await call.value else {
            Issue.record("no error")
            return
        }
        #expect(error.code == .cancelled)
        try await eventually { probe.trace.all.contains("cancelled") }
        #expect(controller.pendingCount == 0)
    }

    @Test func answersTimedOutWhenTheTimeIsUp() async throws {
        let (controller, probe) = try Probe.controller()
        try controller.app.mapCommandToVCO("x", className: "WaitVCO")
        try controller.app.mapCommandToECO("x", className: "ReportECO")
        guard case .error(let error) = await controller.call("x", timeout: 20) else {
            Issue.record("no error")
            return
        }
        #expect(error.code == .timedOut)
        #expect(controller.timedOutCount == 1)
        try await eventually { probe.trace.all.contains("cancelled") }
        try await eventually { probe.trace.all.contains("ReportECO TIMED_OUT WaitVCO") }
    }

    @Test func waitsForNobodyWhenAPageLeaves() async throws {
        let (controller, probe) = try Probe.controller()
        try controller.app.mapCommandToVCO("x", className: "WaitVCO")
        let replies = Locked<[String]>([])
        let page = Source(.page, window: 1, page: 5)
        let messages = [
            #"{"v":1,"id":1,"cmd":"x"}"#, #"{"v":1,"id":2,"cmd":"x","reply":false}"#, "call?cmd=x",
        ]
        for message in messages {
            let bytes = Array(message.utf8)
            bytes.withUnsafeBytes { bytes in
                _ = controller.send(bytes, from: page) { reply in
                    let text = "\(reply.messageID) \(reply.reply)"
                    replies.withLock { $0.append(text) }
                }
            }
        }
        try await eventually { probe.trace.all.count == 3 }
        controller.cancelPage(5)
        try await eventually { replies.withLock { $0.count } == 1 }
        #expect(replies.withLock { $0[0] }.contains("PAGE_GONE"))
        #expect(controller.pendingCount == 2)
        controller.cancelPage(6)
        #expect(controller.pendingCount == 2)
    }

    @Test(.timeLimit(.minutes(1))) func runsNothingMoreAfterTheObjectThatRanWhenItsCallerLeft() async throws {
        let (controller, probe) = try Probe.controller()
        try controller.app.mapCommandToBCO("x", className: "HoldBCO")
        try controller.app.mapCommandToVCO("x", className: "WhereVCO")
        try controller.app.mapCommandToECO("x", className: "ReportECO")
        let ended = Task {
            await onThread {
                Array("call?cmd=x".utf8).withUnsafeBytes { bytes in
                    // Who listens to progress can cancel what has not paused yet.
                    _ = controller.send(bytes, onProgress: { _ in }) { _ in }
                }
            }
        }
        try await eventually { controller.pendingCount == 1 && probe.trace.all == ["holding"] }
        controller.cancelPage(0)
        await ended.value
        #expect(probe.trace.all == ["holding", "ReportECO PAGE_GONE HoldBCO"])
    }

    @Test func tellsProgressBeforeTheReply() async throws {
        let (controller, _) = try Probe.controller()
        try controller.app.mapCommandToVCO("x", className: "WaitVCO")
        let seen = Trace()
        let call = Task {
            let reply = await controller.call("x", timeout: 50) { seen.note("\($0)") }
            seen.note("reply")
            return reply
        }
        _ = await call.value
        #expect(seen.all == ["\"begun\"", "reply"])
    }

    @Test func settlesEveryRequestOnceWhateverComesFirst() async throws {
        let (controller, _) = try Probe.controller()
        try controller.app.mapCommandToBCO("x", className: "LaterBCO")
        let replies = Locked(0)
        for round in 0..<2000 {
            let message = Array("call?cmd=x&msg=\(round % 4)".utf8)
            let number = message.withUnsafeBytes { bytes in
                controller.send(bytes) { _ in replies.withLock { $0 += 1 } }
            }
            if round % 3 == 0 { controller.cancel(number) }
        }
        try await eventually { replies.withLock { $0 } == 2000 }
        try await eventually { controller.pendingCount == 0 }
        #expect(replies.withLock { $0 } == 2000)
    }
}

/// Waits until `condition` holds, for ten seconds at most.
func eventually(_ condition: () -> Bool, _ location: SourceLocation = #_sourceLocation) async throws {
    for _ in 0..<10_000 {
        if condition() { return }
        try await Task.sleep(for: .milliseconds(1))
    }
    Issue.record("it never came true", sourceLocation: location)
}

/// Does not return before its caller has left.
final class HoldBCO: CommandObject {
    static let stage = Stage.business
    static let thread = ThreadRule.any
    static func doCommand(_ request: Request, _ plugin: Probe) throws(CommandError) -> Outcome {
        plugin.trace.note("holding")
        for _ in 0..<10_000 where !request.isCancelled { usleep(1000) }
        return .next
    }
}
