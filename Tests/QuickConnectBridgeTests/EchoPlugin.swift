import QuickConnect
import QuickConnectPlugin

/// A plugin linked into the tests, for scripts that talk to a real front controller.
final class EchoPlugin: Plugin {
    static let id = "test.echo"
    static let version = "1.0.0"

    let host: PluginHost

    init(host: PluginHost) { self.host = host }

    /// A controller that serves `echo`, `later`, `steps`, `stop`, `sleep` and `emit`.
    static func controller(limits: Limits = Limits()) throws -> FrontController {
        var configuration = HostConfiguration()
        configuration.limits = limits
        configuration.log = { _ in }
        let controller = FrontController(configuration)
        try controller.install(
            EchoPlugin.self,
            classes: [EchoVCO.self, LaterBCO.self, StepsBCO.self, StopValCO.self, SleepBCO.self, EmitVCO.self])
        try controller.app.mapCommandToVCO("echo", className: "EchoVCO")
        try controller.app.mapCommandToBCO("later", className: "LaterBCO")
        try controller.app.mapCommandToBCO("steps", className: "StepsBCO")
        try controller.app.mapCommandToValCO("stop", className: "StopValCO")
        try controller.app.mapCommandToBCO("sleep", className: "SleepBCO")
        try controller.app.mapCommandToVCO("emit", className: "EmitVCO")
        return controller
    }
}

extension Request {
    /// The parameters as one value.
    fileprivate var list: Value { .array((0..<parameters.count).map { parameters[$0].value }) }
}

final class EchoVCO: CommandObject {
    static let stage = Stage.view
    static let thread = ThreadRule.any
    static func doCommand(_ request: Request, _ plugin: EchoPlugin) throws(CommandError) -> Outcome {
        .value(request.list)
    }
}

final class LaterBCO: AsyncCommandObject {
    static let stage = Stage.business
    static let thread = ThreadRule.any
    static func doCommand(_ request: Request, _ plugin: EchoPlugin) async throws(CommandError) -> Outcome {
        await Task.yield()
        return .value(request.list)
    }
}

final class StepsBCO: AsyncCommandObject {
    static let stage = Stage.business
    static func doCommand(_ request: Request, _ plugin: EchoPlugin) async throws(CommandError) -> Outcome {
        for step in 1...3 {
            request.progress(["step": Value(step)])
            await Task.yield()
        }
        return .value("done")
    }
}

final class StopValCO: CommandObject {
    static let stage = Stage.validation
    static func doCommand(_ request: Request, _ plugin: EchoPlugin) throws(CommandError) -> Outcome { .stop }
}

final class SleepBCO: AsyncCommandObject {
    static let stage = Stage.business
    static let thread = ThreadRule.any
    static func doCommand(_ request: Request, _ plugin: EchoPlugin) async throws(CommandError) -> Outcome {
        do {
            try await Task.sleep(for: .seconds(60))
            return .next
        } catch {
            plugin.host.emit("woken")
            throw CommandError(.cancelled, "woken")
        }
    }
}

final class EmitVCO: CommandObject {
    static let stage = Stage.view
    static func doCommand(_ request: Request, _ plugin: EchoPlugin) throws(CommandError) -> Outcome {
        plugin.host.emit("tick", request.list)
        return .next
    }
}
