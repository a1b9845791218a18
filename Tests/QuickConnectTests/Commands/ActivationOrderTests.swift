import CQuickConnect
import Glibc
import QuickConnect
import QuickConnectPlugin
import Testing

/// Two plugins that call each other while they are activated.
final class FirstHand: Plugin {
    static let id = "test.first.hand"
    static let version = "1.0.0"
    init(host: PluginHost) { Hands.meet(host, "second") }
}

final class SecondHand: Plugin {
    static let id = "test.second.hand"
    static let version = "1.0.0"
    init(host: PluginHost) { Hands.meet(host, "first") }
}

final class FirstHandVCO: CommandObject {
    static let stage = Stage.view
    static func doCommand(_ request: Request, _ plugin: FirstHand) throws(CommandError) -> Outcome { .value("first") }
}

final class SecondHandVCO: CommandObject {
    static let stage = Stage.view
    static func doCommand(_ request: Request, _ plugin: SecondHand) throws(CommandError) -> Outcome { .value("second") }
}

enum Hands {
    private static let met = Locked(0)

    /// Waits until both are being activated, for ten seconds at most; then calls the other.
    static func meet(_ host: PluginHost, _ other: String) {
        met.withLock { $0 += 1 }
        for _ in 0..<10_000 where met.withLock({ $0 }) < 2 { usleep(1000) }
        _ = host.service(QC_DISPATCH, as: qc_dispatch.self)?.pointee.start(host.raw, nil, other, nil, 0, 0, nil, nil)
    }
}

@Suite struct ActivationOrderTests {
    @Test(.timeLimit(.minutes(1))) func letsNoTwoPluginsWaitForEachOthersActivation() async throws {
        let (controller, _) = try Probe.controller()
        try controller.install(FirstHand.self, classes: [FirstHandVCO.self])
        try controller.install(SecondHand.self, classes: [SecondHandVCO.self])
        try controller.app.mapCommandToVCO("first", className: "FirstHandVCO")
        try controller.app.mapCommandToVCO("second", className: "SecondHandVCO")
        async let first = onThread { controller.handleRequest("first") }
        async let second = onThread { controller.handleRequest("second") }
        #expect(await [first, second] == [.value("first"), .value("second")])
    }
}
