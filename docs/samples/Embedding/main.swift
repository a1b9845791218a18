// What docs/embedding.md shows, as one program. It prints a line for each step.

import QuickConnect
import QuickConnectPlugin

/// Counts for the command objects below: one for each controller.
final class CounterPlugin: Plugin {
    static let id = "org.example.counter"
    static let version = "1.0.0"

    let host: PluginHost?
    private let start: Int

    /// For `install(CounterPlugin.self, …)`: made when a command first needs it.
    init(host: PluginHost) {
        self.host = host
        start = 0
    }

    /// For `install(CounterPlugin(start: 5), …)`: made by the program.
    init(start: Int) {
        host = nil
        self.start = start
    }

    func sum(_ number: Int) -> Int { start + number }
}

final class AddBCO: CommandObject {
    static let stage = Stage.business

    static func doCommand(_ request: Request, _ plugin: CounterPlugin) throws(CommandError) -> Outcome {
        let sum = plugin.sum(try request.parameters.integer(at: 0))
        plugin.host?.emit("added", Value(sum))
        return .value(Value(sum))
    }
}

final class SlowVCO: AsyncCommandObject {
    static let stage = Stage.view

    static func doCommand(_ request: Request, _ plugin: NoPlugin) async throws(CommandError) -> Outcome {
        request.progress(0.5)
        await Task.yield()
        return .value("done")
    }
}

// A controller of the program's own.
var configuration = HostConfiguration.standard(plugins: ["/opt/example/plugins"])
configuration.name = "example"
configuration.version = "2.1.0"
configuration.appID = "org.example.app"
configuration.limits.messageBytes = 1 << 20
configuration.log = { entry in print(entry.line) }
let controller = FrontController(configuration)

// Classes by their names, and a plugin that is linked in.
try controller.install(CounterPlugin.self, classes: [AddBCO.self])
try controller.app.mapCommandToBCO("add", className: "AddBCO")
try controller.app.mapCommandToVCO("slow", className: "Embedding.SlowVCO")
print(controller.app.commands.filter { $0 == "add" || $0 == "slow" })

// Events of plugins.
controller.onEvent { event in print("\(event.plugin) says \(event.name)") }

// 1. Wait on this thread.
switch controller.handleRequest("add", [2]) {
case .value(let value): print("add gave \(value.integer ?? 0)")
case .stop(let stage, let object): print("\(object) stopped it in the \(stage) stage")
case .error(let error): print("\(error.code): \(error.message)")
}

// 2. Await in a task.
let reply = await controller.call("slow", timeout: 1000) { value in print("progress \(value.double ?? 0)") }
print(try reply.get()?.string ?? "stopped")

// 3. Send bytes, and read the reply in place.
let message = Array("call?cmd=add&msg=[40]".utf8)
message.withUnsafeBytes { bytes in
    _ = controller.send(bytes) { reply in
        print(reply.isError ? "failed" : "request answered with \(reply.value.integer ?? 0)")
    }
}

// What the plugins cost.
for row in controller.report() where row.state == .refused { print("\(row.id): \(row.reason)") }
print("add was called \(controller.costs()["org.example.counter"]?.calls ?? 0) times")

// A second controller shares nothing with the first.
let other = FrontController()
try other.install(CounterPlugin(start: 40), classes: [AddBCO.self])
try other.app.mapCommandToBCO("add", className: "AddBCO")
print(try other.handleRequest("add", [2]).get()?.integer ?? 0)
