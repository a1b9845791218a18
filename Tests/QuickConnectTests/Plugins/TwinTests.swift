import Foundation
import QuickConnect
import QuickConnectPlugin
import Testing

/// Two Swift plugins whose classes, state and errors have the same names, in one process.
@Suite struct TwinTests {
    private let host: InstalledHost
    private let controller: FrontController

    init() throws {
        host = try InstalledHost()
        for twin in ["A", "B"] {
            let manifest = FixtureCompiler.fixtures + "/Twin\(twin)/plugin.json"
            let folder = try host.home.add(
                twin, manifest: String(contentsOfFile: manifest, encoding: .utf8))
            try FileManager.default.removeItem(atPath: folder + "/libTest.so")
            try host.home.copy(Self.buildFolder + "/libTwin\(twin).so", folder + "/libTwin\(twin).so")
        }
        controller = host.controller()
        for (twin, name) in [("a", "first"), ("b", "second")] {
            try controller.app.mapCommandToVCO(name, className: "test.twin-\(twin)/TwinVCO")
            try controller.app.mapCommandToBCO(name + "Later", className: "test.twin-\(twin)/TwinLaterBCO")
        }
    }

    private static let buildFolder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().path

    @Test func reachesEachByItsQualifiedName() async {
        #expect(await controller.call("first", [""]) == .value(["first", "first"]))
        #expect(await controller.call("second", [""]) == .value(["second", "second"]))
        #expect(await controller.call("first", [""]) == .value(["first", "first"]))
        #expect(controller.report().map(\.state) == [.loaded, .loaded])
    }

    @Test func reachesEachByItsModule() async throws {
        try controller.app.mapCommandToVCO("x", className: "TwinB.TwinVCO")
        #expect(await controller.call("x", [""]) == .value(["second", "second"]))
    }

    @Test func doesNotGuessWhichOneIsMeant() {
        let error = #expect(throws: CommandError.self) {
            try controller.app.mapCommandToVCO("x", className: "TwinVCO")
        }
        #expect(error?.code == .classNotFound)
        #expect(error?.message.contains("test.twin-a/TwinVCO and test.twin-b/TwinVCO") == true)
    }

    @Test(arguments: ["first", "second"]) func castsAndCatchesInEachImage(name: String) async {
        let error = await controller.call(name, ["throw"]).error
        #expect(error?.code == .conflict)
        #expect(error?.data == .string(name))
        #expect(error?.object == "TwinVCO")
    }

    @Test func awaitsInEachAndFromOneInTheOther() async {
        for _ in 0..<20 {
            async let first = controller.call("firstLater", ["second"])
            async let second = controller.call("secondLater", [""])
            #expect(await first == .value(["first", ["second", "second"]]))
            #expect(await second == .value("second"))
        }
        #expect(await controller.call("secondLater", ["firstLater"]) == .value(["second", "first"]))
        #expect(controller.pendingCount == 0)
    }
}
