import QuickConnect
import QuickConnectPlugin
import Testing

@Suite struct PermissionTests {
    private func controller(
        _ change: (inout HostConfiguration) -> Void = { _ in }
    ) throws -> (FrontController, Probe) {
        let (controller, probe) = try Probe.controller(change)
        try controller.install(Nester.self, classes: Nester.classes)
        try controller.app.mapCommandToVCO("echo", className: "EchoVCO")
        try controller.app.mapCommandToVCO("double", className: "AnyVCO")
        try controller.app.mapCommandToVCO("call", className: "CallVCO")
        return (controller, probe)
    }

    private static let foreign = Source(.foreignPage, page: 1, origin: "https://example.org")

    @Test(arguments: [
        Source.program, .commandLine, Source(.page, window: 1, page: 1, origin: "qc://app"),
    ])
    func letsTheAppsOwnCallersCallEverything(source: Source) throws {
        let (controller, _) = try controller()
        #expect(controller.handleRequest("double", [2], from: source) == .value(4))
    }

    @Test(arguments: [foreign, Source(.http, origin: "127.0.0.1")])
    func deniesWhatIsNotListedAndNamesTheRuleToAdd(source: Source) throws {
        let (controller, probe) = try controller { $0.allowances = ["https://example.com": ["double"]] }
        try controller.app.mapCommandToValCO("default", className: "FirstValCO")
        try controller.app.mapCommandToECO("default", className: "ReportECO")
        let error = controller.handleRequest("double", [2], from: source).error
        let origin = source.origin ?? ""
        #expect(error?.code == .denied)
        #expect(
            error?.message == """
                \(origin) may not call double; to allow it, add "double" to "allow": {"\(origin)": […]} in app.json
                """)
        // Nothing of the command ran, but the error is reported.
        #expect(probe.trace.all == ["ReportECO DENIED -"])
    }

    @Test func allowsWhatIsListed() throws {
        let (controller, _) = try controller { $0.allowances = ["https://example.org": ["double", "call"]] }
        #expect(controller.handleRequest("double", [2], from: Self.foreign) == .value(4))
        #expect(controller.handleRequest("echo", from: Self.foreign).error?.code == .denied)
        #expect(controller.handleRequest("nothing", from: Self.foreign).error?.code == .denied)
    }

    @Test func tellsAForeignPageNothingAboutOtherCommands() throws {
        let (controller, _) = try controller()
        let known = controller.handleRequest("double", from: Self.foreign).error?.message
        let unknown = controller.handleRequest("dooble", from: Self.foreign).error?.message
        #expect(known?.replacing("double", with: "X") == unknown?.replacing("dooble", with: "X"))
    }

    @Test func letsCommandObjectsCallWhatTheyNeed() throws {
        let (controller, _) = try controller { $0.allowances = ["https://example.org": ["call"]] }
        #expect(controller.handleRequest("call", ["double"], from: Self.foreign) == .value(["called": 42]))
    }

    @Test func deniesInsideACommandObjectToo() throws {
        let (controller, _) = try controller()
        try controller.install(Forger(controller), classes: [ForgeVCO.self])
        try controller.app.mapCommandToVCO("forge", className: "ForgeVCO")
        #expect(controller.handleRequest("forge") == .value("DENIED"))
    }

    @Test func readsWhatOldPagesSendOnlyIfTold() throws {
        let message = Array("call?cmd=echo&msg=not%20JSON".utf8)
        let (strict, _) = try controller()
        let (lenient, _) = try controller { $0.compatibility = true }
        message.withUnsafeBytes { bytes in
            #expect(strict.handleMessage(bytes).error?.code == .badJSON)
            #expect(lenient.handleMessage(bytes) == .value(["not JSON"]))
        }
    }

    @Test(arguments: [
        ("call?cmd=echo&msg=", 64, ErrorCode.tooLarge), (#"{"v":1,"cmd":"echo","params":"#, 128, .tooLarge),
    ])
    func refusesMessagesPastTheLimit(start: String, limit: Int, code: ErrorCode) throws {
        let (controller, _) = try controller {
            $0.limits.urlBytes = 64
            $0.limits.messageBytes = 128
        }
        let end = start.hasPrefix("{") ? "}" : ""
        let reply = { (count: Int) in
            let text =
                start + "\"" + String(repeating: "x", count: count - start.utf8.count - end.utf8.count - 2) + "\"" + end
            return Array(text.utf8).withUnsafeBytes { controller.handleMessage($0) }
        }
        #expect(reply(limit).error == nil)
        #expect(reply(limit + 1).error?.code == code)
        #expect(reply(limit + 1).error?.message.contains("\(limit)") == true)
    }
}

/// Knows the controller that it is in.
final class Forger: Plugin {
    static let id = "test.forger"
    static let version = "1.0.0"
    weak let controller: FrontController?
    init(host: PluginHost) { controller = nil }
    init(_ controller: FrontController) { self.controller = controller }
}

/// Sends a request in a page's name, and tells the code of the refusal.
final class ForgeVCO: CommandObject {
    static let stage = Stage.view
    static func doCommand(_ request: Request, _ plugin: Forger) throws(CommandError) -> Outcome {
        let source = Source(.foreignPage, page: 1, origin: "https://example.org")
        let reply = plugin.controller?.handleRequest("double", [1], from: source)
        guard case .error(let error) = reply else { return .value("allowed") }
        return .value(.string(error.code.rawValue))
    }
}
