import QuickConnect
import QuickConnectPlugin
import Testing

/// A plugin of the test program that nobody installs: its classes are found by the runtime's look-up.
final class Unlisted: Plugin {
    static let id = "test.unlisted"
    static let version = "1.0.0"
    let trace = Trace()
    init(host: PluginHost) {}
}

final class UnlistedFirstVCO: CommandObject {
    static let stage = Stage.view
    static func doCommand(_ request: Request, _ plugin: Unlisted) throws(CommandError) -> Outcome {
        plugin.trace.note("first")
        return .value(.string(plugin.trace.joined))
    }
}

final class UnlistedSecondVCO: CommandObject {
    static let stage = Stage.view
    static func doCommand(_ request: Request, _ plugin: Unlisted) throws(CommandError) -> Outcome {
        plugin.trace.note("second")
        return .value(.string(plugin.trace.joined))
    }
}

final class StatelessVCO: CommandObject {
    static let stage = Stage.view
    static func doCommand(_ request: Request, _ plugin: NoPlugin) throws(CommandError) -> Outcome { .value("none") }
}

/// No command class.
final class PlainClass {}

@Suite struct NameTests {
    private static let module = "QuickConnectTests"

    private func installed() throws -> InstalledHost {
        let host = try InstalledHost()
        try host.home.addWorking("test.one", flags: [])
        return host
    }

    private func error(_ name: String, _ stage: Stage = .view, in controller: FrontController) -> CommandError? {
        do throws(CommandError) {
            try controller.app.map("x", to: name, stage: stage)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: ["EchoBCO", "Test.EchoBCO", "test.one/EchoBCO"])
    func findsTheClassOfAPlugin(name: String) throws {
        let controller = try installed().controller()
        try controller.app.mapCommandToBCO("x", className: name)
        #expect(controller.app.classes(of: "x") == ["test.one/EchoBCO"])
        #expect(controller.handleRequest("x", [5]) == .value(5))
    }

    @Test func findsAClassOfTheProgramByItsModule() throws {
        let controller = FrontController()
        try controller.app.mapCommandToVCO("x", className: "\(Self.module).StatelessVCO")
        #expect(controller.handleRequest("x") == .value("none"))
    }

    @Test func findsAClassOfTheProgramByItsBareNameInListedModules() throws {
        let unlisted = error("StatelessVCO", in: FrontController())
        #expect(unlisted?.code == .classNotFound)
        #expect(unlisted?.message.contains("name it as Module.Class") == true, "\(unlisted?.message ?? "")")
        var configuration = HostConfiguration()
        configuration.modules = ["Nowhere", Self.module]
        let controller = FrontController(configuration)
        try controller.app.mapCommandToVCO("x", className: "StatelessVCO")
        #expect(controller.handleRequest("x") == .value("none"))
    }

    @Test func sharesStateAmongTheClassesOfAPluginInOneController() throws {
        let controller = FrontController()
        let other = FrontController()
        for controller in [controller, other] {
            try controller.app.mapCommandToVCO("first", className: "\(Self.module).UnlistedFirstVCO")
            try controller.app.mapCommandToVCO("second", className: "\(Self.module).UnlistedSecondVCO")
        }
        #expect(controller.handleRequest("first") == .value("first"))
        #expect(controller.handleRequest("second") == .value("first second"))
        #expect(other.handleRequest("second") == .value("second"))
    }

    @Test(arguments: [
        ("\(module).PlainClass", "there is no class"),
        ("\(module).FailECO", "stands in the error stage, not in the view"),
        ("\(module).AskBCO", "stands in the business stage, not in the view stage"), ("Swift.Int", "there is no class"),
        ("Swift.String", "there is no class"),
    ])
    func refusesTheWrongKind(name: String, part: String) {
        let error = error(name, in: FrontController())
        #expect(error?.code == .classNotFound)
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "no error")")
    }

    @Test(arguments: ["EchoBC0", "test.one/EchoBC0"]) func namesTheNearestClass(name: String) throws {
        let host = try installed()
        let error = error(name, .business, in: host.controller())
        #expect(error?.code == .classNotFound)
        #expect(error?.message.contains("did you mean EchoBCO?") == true, "\(error?.message ?? "")")
        if !name.contains("/") { #expect(error?.message.contains(host.home.directory) == true) }
    }

    @Test func namesBothPluginsThatClaimAName() throws {
        let host = try installed()
        try host.home.addWorking("test.two")
        let controller = host.controller()
        let ambiguous = error("EchoBCO", .business, in: controller)
        #expect(ambiguous?.code == .classNotFound)
        #expect(
            ambiguous?.message == "several plugins have a class EchoBCO: write test.one/EchoBCO and test.two/EchoBCO")
        #expect(error("test.two/EchoBCO", .business, in: controller) == nil)
        #expect(controller.app.classes(of: "x") == ["test.two/EchoBCO"])
    }

    @Test func saysWhatKeepsAPluginFromBeingUsed() throws {
        let host = try installed()
        try host.home.add("broken", manifest: "{\"id\": \"test.broken\"}")
        let controller = host.controller()
        #expect(controller.disablePlugin("test.one"))
        let disabled = error("test.one/EchoBCO", .business, in: controller)
        #expect(disabled?.message.contains("disabled by this program") == true)
        #expect(error("EchoBCO", .business, in: controller)?.message.contains("there is no class EchoBCO") == true)
        #expect(error("test.broken/X", in: controller)?.message.contains("was refused") == true)
        #expect(error("test.absent/X", in: controller)?.message.contains("is not installed") == true)
    }

    @Test func saysWhyACommandOfARefusedPluginIsNotMapped() throws {
        let host = try InstalledHost()
        try host.home.add("plugin", manifest: PluginHome.manifest(more: #""requires": ["test.absent"]"#))
        let error = host.controller().handleRequest("test.plugin").error
        #expect(error?.code == .unknownCommand)
        #expect(error?.message.contains("the plugin test.plugin, which serves it, was refused") == true)
        #expect(error?.message.contains("test.absent") == true)
    }

    @Test func saysWhichPluginMayServeACommandButCannotBeRead() throws {
        let host = try InstalledHost()
        try host.home.add("broken", manifest: "{\"id\": }")
        let message = host.controller().handleRequest("test.plugin").error?.message
        #expect(message?.contains("test.plugin is not mapped; a plugin that may serve it was refused: ") == true)
        #expect(message?.contains("broken/plugin.json:1:8: ") == true)
    }

    @Test(arguments: [
        "", ".", "/", "..", "a.", ".a", "a..b", "a.b.c", "a/", "a/b/c", "//", "a/b.c",
        "$s17QuickConnectTests12StatelessVCOC",
        "QuickConnectTests.$s12StatelessVCO", "17QuickConnectTests12StatelessVCOC", "So8NSObjectC",
        "_TtC17QuickConnectTests12StatelessVCO", "\(module).StatelessVCO ", " StatelessVCO", "\(module).Stateless\0VCO",
        "\(module).StatelessVCO<Int>", "\(module).StatelessVCO?", "[Swift.Int]", "(Swift.Int)", "\u{1F600}",
        "\(module).\u{1F600}", "a\u{0301}", "\u{202E}OCVssel", "\u{FEFF}A", "1Class", "-", "%s%n", "\\", "\n",
    ])
    func survivesAnyName(name: String) {
        let error = error(name, in: FrontController())
        #expect(error?.code == .classNotFound)
        #expect((error?.message.utf8.count ?? 0) < 600)
    }

    @Test(arguments: ["A", "A.", "$", "/", "\u{1F600}", "_Tt"]) func survivesALongName(part: String) {
        let error = error(String(repeating: part, count: 10 << 10), in: FrontController())
        #expect(error?.code == .classNotFound)
        #expect((error?.message.utf8.count ?? 0) < 1000)
    }

    @Test(arguments: ["", "a\0b"]) func refusesACommandThatIsNone(command: String) {
        #expect(throws: CommandError.self) {
            try FrontController().app.mapCommandToVCO(command, className: "\(Self.module).StatelessVCO")
        }
    }

    /// A page's text is looked up among commands alone.
    @Test(arguments: ["\(module).StatelessVCO", "StatelessVCO", "test.unlisted/UnlistedFirstVCO"])
    func takesNoClassNameForACommand(command: String) {
        #expect(FrontController().handleRequest(command).error?.code == .unknownCommand)
    }
}
