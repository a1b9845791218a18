import QuickConnect
import QuickConnectPlugin
import Testing

/// A plugin whose objects ask for other commands.
final class Nester: Plugin {
    static let id = "test.nester"
    static let version = "1.0.0"
    let host: PluginHost
    let running = Locked(0)

    init(host: PluginHost) { self.host = host }

    /// Counts one more call, and tells how many run.
    func enter() -> Int {
        running.withLock {
            $0 += 1
            return $0
        }
    }

    func leave() { running.withLock { $0 -= 1 } }

    static let classes: [any CommandClass<Nester>.Type] = [
        CallVCO.self, AskBCO.self, RecurseVCO.self, SlowVCO.self, QuickVCO.self, ForgetfulVCO.self,
    ]
}

/// Calls the command in its first parameter and gives what came back.
final class CallVCO: CommandObject {
    static let stage = Stage.view
    static func doCommand(_ request: Request, _ plugin: Nester) throws(CommandError) -> Outcome {
        let command = try request.parameters.string(at: 0)
        switch plugin.host.call(command, [21], for: request) {
        case .value(let value): return .value(["called": value])
        case .stop: return .stop
        case .error(let error): return .value(["error": .string(error.code.rawValue)])
        }
    }
}

/// Asks for the command in its first parameter, and awaits the reply.
final class AskBCO: AsyncCommandObject {
    static let stage = Stage.business
    static func doCommand(_ request: Request, _ plugin: Nester) async throws(CommandError) -> Outcome {
        let reply = await plugin.host.dispatch(try request.parameters.string(at: 0), [21], for: request)
        return .value(try reply.get() ?? .null)
    }
}

/// Calls itself, and tells how deep it came.
final class RecurseVCO: AsyncCommandObject {
    static let stage = Stage.view
    static func doCommand(_ request: Request, _ plugin: Nester) async throws(CommandError) -> Outcome {
        let depth = request.parameters.count
        let reply = await plugin.host.dispatch("recurse", Array(repeating: 0, count: depth + 1))
        guard case .error(let error) = reply else { return .value(try reply.get() ?? .null) }
        return .value(["depth": Value(depth), "code": .string(error.code.rawValue)])
    }
}

/// Calls itself without saying on whose behalf.
final class ForgetfulVCO: CommandObject {
    static let stage = Stage.view
    static let thread = ThreadRule.any
    static func doCommand(_ request: Request, _ plugin: Nester) throws(CommandError) -> Outcome {
        let depth = request.parameters.count
        let reply = plugin.host.call("forgetful", Array(repeating: 0, count: depth + 1), for: request)
        guard case .error(let error) = reply else { return .value(try reply.get() ?? .null) }
        return .value(["depth": Value(depth), "code": .string(error.code.rawValue)])
    }
}

/// Takes a while, one call at a time.
final class SlowVCO: AsyncCommandObject {
    static let stage = Stage.view
    static func doCommand(_ request: Request, _ plugin: Nester) async throws(CommandError) -> Outcome {
        let running = plugin.enter()
        defer { plugin.leave() }
        try? await Task.sleep(for: .milliseconds(5))
        return .value(running == 1 ? "slow" : "several at once")
    }
}

final class QuickVCO: CommandObject {
    static let stage = Stage.view
    static func doCommand(_ request: Request, _ plugin: Nester) throws(CommandError) -> Outcome { .value("quick") }
}

@Suite struct NestingTests {
    private func controller() throws -> FrontController {
        let (controller, _) = try Probe.controller()
        try controller.install(Nester.self, classes: Nester.classes)
        try controller.app.mapCommandToVCO("call", className: "CallVCO")
        try controller.app.mapCommandToBCO("ask", className: "AskBCO")
        try controller.app.mapCommandToVCO("recurse", className: "RecurseVCO")
        try controller.app.mapCommandToVCO("forgetful", className: "ForgetfulVCO")
        try controller.app.mapCommandToVCO("slow", className: "SlowVCO")
        try controller.app.mapCommandToVCO("quick", className: "QuickVCO")
        try controller.app.mapCommandToVCO("double", className: "AnyVCO")
        return controller
    }

    @Test(arguments: ["double", "quick"]) func callsAnotherCommandAtOnce(command: String) throws {
        let value: Value = command == "double" ? 42 : "quick"
        #expect(try controller().handleRequest("call", [.string(command)]) == .value(["called": value]))
    }

    @Test func answersWouldBlockInsteadOfWaiting() throws {
        #expect(try controller().handleRequest("call", ["slow"]) == .value(["error": "WOULD_BLOCK"]))
    }

    @Test(arguments: ["double", "slow", "quick"]) func awaitsAnotherCommand(command: String) async throws {
        let value: Value = command == "double" ? 42 : .string(command)
        #expect(try await controller().call("ask", [.string(command)]) == .value(value))
    }

    @Test func passesOnTheErrorOfANestedRequest() async throws {
        guard case .error(let error) = try await controller().call("ask", ["nothing"]) else {
            Issue.record("no error")
            return
        }
        #expect(error.code == ErrorCode.pluginFailed)
        #expect(error.message.contains("UNKNOWN_COMMAND"))
    }

    @Test func limitsHowDeepRequestsNest() async throws {
        let reply = try await controller().call("recurse")
        #expect(reply == .value(["depth": 32, "code": "TOO_DEEP"]))
    }

    @Test func limitsSynchronousNestingToo() throws {
        #expect(try controller().handleRequest("forgetful") == .value(["depth": 32, "code": "TOO_DEEP"]))
    }

    @Test func runsSerialObjectsOneAtATime() async throws {
        let controller = try controller()
        let replies = await withTaskGroup(of: Reply.self) { group in
            for index in 0..<20 { group.addTask { await controller.call("slow", [Value(index)]) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(replies.count == 20)
        #expect(replies.allSatisfy { $0 == .value("slow") })
    }

    @Test func cancelsWhatANestedRequestWaitsFor() async throws {
        let controller = try controller()
        try controller.app.mapCommandToVCO("wait", className: "WaitVCO")
        let call = Task { await controller.call("ask", ["wait"]) }
        try await eventually { controller.pendingCount == 2 }
        call.cancel()
        guard case .error(let error) = await call.value else {
            Issue.record("no error")
            return
        }
        #expect(error.code == .cancelled)
        try await eventually { controller.pendingCount == 0 }
    }
}
