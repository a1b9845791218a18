import QuickConnect
import QuickConnectPlugin
import QuickConnectTesting
import Testing

final class HelloPlugin: Plugin {
    static let id = "org.example.hello"
    static let version = "1.0.0"

    init(host: PluginHost) {}
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
    let host = TestHost(HelloPlugin.self, commands: ["hello": HelloVCO.self])

    @Test func greets() async throws {
        #expect(try await host.call("hello", ["World"]) == "Hello, World!")
    }

    @Test func wantsAName() async {
        #expect(await host.error(of: "hello", [5])?.code == .invalidParameters)
    }
}
