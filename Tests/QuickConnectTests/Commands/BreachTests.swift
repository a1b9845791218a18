import QuickConnect
import QuickConnectPlugin
import Testing

/// What plugins do against their contract is answered with a coded error, and never harms the host.
@Suite struct BreachTests {
    private let host: InstalledHost
    private let controller: FrontController

    init() throws {
        host = try InstalledHost()
        try host.add(
            "test.breaches", "breaches.c",
            [("breach", "BreachBCO"), ("noWait", "NoWaitBCO"), ("kind", "BreachBCO"), ("kind", "KindVCO")])
        controller = host.controller()
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("wait without token", ErrorCode.pluginFailed, "returned QC_WAIT without a token"),
            ("unknown outcome", .pluginFailed, "returned 77, which is no outcome"),
            ("fail silently", .pluginFailed, "failed without saying why"),
            ("fail with nothing", .pluginFailed, "with the code \"\""),
            ("fail with unlisted code", .pluginFailed, "nobody listed it (with the code \"MY_OWN_CODE\""),
            ("fail with invalid text", .notFound, "bad \u{FFFD} byte"),
            ("fail with cycle", .notFound, "its data goes in a circle"),
            ("cycle", .tooDeep, "deep"),
            ("double cycle", .tooDeep, "deep"),
            ("deep", .tooDeep, "deep"),
            ("invalid text", .pluginFailed, "not UTF-8"),
            ("number key", .pluginFailed, "a key that is no text"),
            ("complete and return", .pluginFailed, "answered twice"),
            ("complete with unknown", .pluginFailed, "returned 77"),
        ])
    func answersABreachWithAnError(breach: String, code: ErrorCode, part: String) async throws {
        let error = await controller.call("breach", [.string(breach)]).error
        #expect(error?.code == code)
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "no error")")
        // The host is as good as before.
        #expect(await controller.call("breach", ["defer twice"]) == .value(true))
        #expect(controller.pendingCount == 0)
    }

    private static let oddValues: [(String, Value)] = [
        ("null string", Value.string("")), ("null array", .array([])), ("null object", .object(ValueObject())),
        ("null bytes", .bytes([])), ("null handle", .null), ("odd boolean", true), ("unknown kind", .null),
        ("defer twice", true), ("allocate too much", true),
    ]

    @Test(arguments: oddValues)
    func makesTheBestOfAnOddValue(breach: String, value: Value) async {
        #expect(await controller.call("breach", [.string(breach)]) == .value(value))
    }

    @Test func survivesAHandleWithoutFunctions() async {
        guard case .value(.handle(let handle)) = await controller.call("breach", ["hollow handle"]) else {
            Issue.record("no handle")
            return
        }
        #expect(handle.type == "")
    }

    @Test func passesOnUnknownKindsUntouched() async {
        let reply = await controller.call("kind", ["unknown kind"])
        #expect(reply == .value([4711, 0xFFFF_FFFF, 0xDEAD_BEEF]))
    }

    @Test(arguments: ["complete and return", "complete with unknown", "defer twice"])
    func givesNoTokenToAClassThatMayNotWait(breach: String) {
        // The fixture stops where it is refused a token.
        let reply = controller.handleRequest("noWait", [.string(breach)])
        if breach == "defer twice" {
            #expect(reply.error?.code == .pluginFailed)
        } else {
            #expect(reply == .stop(stage: .business, object: "NoWaitBCO"))
        }
    }

    @Test(arguments: ["breach", "noWait"]) func forgetsAFailureThatWasTakenBack(command: String) async {
        for _ in 0..<3 {
            #expect(await controller.call(command, ["fail and go on"]) == .value(.null))
            let error = await controller.call(command, ["fail silently"]).error
            #expect(error?.code == .pluginFailed)
            #expect(error?.message.contains("failed without saying why") == true)
        }
    }

    @Test(arguments: [
        ("invalid text", ErrorCode.badEncoding), ("number key", .badJSON), ("deep", .tooDeep), ("cycle", .tooDeep),
        ("double cycle", .tooDeep),
    ])
    func writesNothingThatIsNotJSON(breach: String, code: ErrorCode) {
        let trace = Trace()
        Array(#"{"v":1,"id":3,"cmd":"breach","params":["\#(breach)"]}"#.utf8).withUnsafeBytes { bytes in
            _ = controller.send(bytes) { reply in
                do throws(MessageError) {
                    trace.note(String(decoding: try JSONText.text(of: reply.value.raw), as: UTF8.self))
                } catch {
                    trace.note(error.code.rawValue)
                }
            }
        }
        #expect(trace.all == [code.rawValue])
    }
}
