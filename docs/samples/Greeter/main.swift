import QuickConnect
import QuickConnectPlugin

final class GreetVCO: CommandObject {
    static let stage = Stage.view

    static func doCommand(_ request: Request, _ plugin: NoPlugin) throws(CommandError) -> Outcome {
        .value("Hello, \(try request.parameters.string(at: 0))!")
    }
}

let controller = FrontController.shared
try controller.app.mapCommandToVCO("greet", className: "Greeter.GreetVCO")
let reply = controller.handleRequest("greet", ["World"])
print(try reply.get()?.string ?? "")
