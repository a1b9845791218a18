import QuickConnect
import QuickConnectPlugin
import Testing

final class HelloPlugin: Plugin {
    static let id = "org.example.hello"
    static let version = "1.0.0"

    init(host: Host) {}
}

final class HelloVCO: CommandObject {
    static let stage = Stage.view

    static func doCommand(_ request: Request, _ plugin: HelloPlugin) throws(CommandError) -> Outcome {
        let name = try request.parameters.string(at: 0)
        return .value("Hello, \(name)!")
    }
}

// What follows stands in docs/writing-a-plugin-swift.md.

@Suite struct HelloVCOTests {
    let controller = FrontController()

    init() throws {
        try controller.install(HelloPlugin.self, classes: [HelloVCO.self])
        try controller.app.mapCommandToVCO("hello", className: "HelloVCO")
    }

    @Test func greets() async {
        #expect(await controller.call("hello", ["World"]) == .value("Hello, World!"))
    }

    @Test func wantsAName() async {
        let reply = await controller.call("hello", [5])
        #expect(throws: CommandError.self) { try reply.get() }
    }
}
