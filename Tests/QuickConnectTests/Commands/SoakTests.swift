import Foundation
import QuickConnect
import QuickConnectPlugin
import Testing

/// Eight threads do to one controller, at random, whatever can be done to it.
///
/// For a second; for as many as `QUICKCONNECT_SOAK_SECONDS` says under `make soak`.
@Suite struct SoakTests {
    private static let seconds = ProcessInfo.processInfo.environment["QUICKCONNECT_SOAK_SECONDS"].flatMap(Double.init)

    /// What a request may end with where plugins come and go and callers lose patience.
    private static let expected: Set<ErrorCode> = [
        .cancelled, .timedOut, .pageGone, .unknownCommand, .classNotFound, .busy, .unavailable, .wouldBlock,
    ]

    private let host: InstalledHost

    init() throws {
        host = try InstalledHost()
        try host.add(
            "test.soak", "soak.c",
            [
                ("soak.any", "AnyBCO"), ("soak.serial", "SerialBCO"), ("soak.later", "LaterBCO"),
                ("soak.nested", "NestedBCO"),
            ])
    }

    @Test(.timeLimit(.minutes(5))) func answersEveryRequestOnceWhateverHappens() async throws {
        let tally = SoakTally()
        do {
            let controller = host.controller()
            await withTaskGroup(of: Void.self) { group in
                for seed in 0..<8 {
                    group.addTask {
                        await onThread {
                            SoakThread(controller, tally, seed: UInt64(seed)).run(seconds: Self.seconds ?? 1)
                        }
                    }
                }
            }
            try await eventually { tally.isSettled && controller.pendingCount == 0 }
            #expect(tally.sent > 100)
            #expect(tally.answeredTwice == 0)
            #expect(tally.codes.subtracting(Self.expected) == [])
        }
        // Of all activations, the one that answers is left, once objects have answered those that gave up on them.
        try await eventually { host.controller().handleRequest("soak.any") == .value(1) }
    }
}

/// Which requests were sent, and how often each was answered.
private final class SoakTally: Sendable {
    private struct State {
        var answers: [Int] = []
        var codes: Set<ErrorCode> = []
    }

    private let state = Locked(State())

    func send() -> Int {
        state.withLock {
            $0.answers.append(0)
            return $0.answers.count - 1
        }
    }

    func answered(_ request: Int, _ reply: Reply) {
        state.withLock {
            $0.answers[request] += 1
            if let code = reply.error?.code { $0.codes.insert(code) }
        }
    }

    var sent: Int { state.withLock { $0.answers.count } }
    var isSettled: Bool { state.withLock { $0.answers.allSatisfy { $0 > 0 } } }
    var answeredTwice: Int { state.withLock { $0.answers.filter { $0 > 1 }.count } }
    var codes: Set<ErrorCode> { state.withLock { $0.codes } }
}

/// What one thread does.
private final class SoakThread {
    private static let commands = ["soak.any", "soak.serial", "soak.later", "soak.nested", "extra", "soak.absent"]

    private let controller: FrontController
    private let tally: SoakTally
    private var random: SplitMix
    private var recent: [UInt64] = []

    init(_ controller: FrontController, _ tally: SoakTally, seed: UInt64) {
        self.controller = controller
        self.tally = tally
        random = SplitMix(seed: seed)
    }

    func run(seconds: Double) {
        let end = Date(timeIntervalSinceNow: seconds)
        while Date() < end { step() }
    }

    private func step() {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<60: send()
        case 60..<75: ask()
        case 75..<85: if let number = recent.randomElement(using: &random) { controller.cancel(number) }
        case 85..<88: controller.cancelPage(UInt64.random(in: 1...3, using: &random))
        case 88..<92: try? controller.app.mapCommandToBCO("extra", className: "SerialBCO")
        case 92..<95: controller.app.unmap("extra")
        case 95..<97: _ = controller.report()
        case 97: controller.disablePlugin("test.soak")
        default: try? controller.enablePlugin("test.soak")
        }
    }

    private var command: String { Self.commands.randomElement(using: &random) ?? "" }

    private func send() {
        let time = [0, 0, 1, 2].randomElement(using: &random) ?? 0
        let delay = Int.random(in: 0..<3000, using: &random)
        let text = #"{"v":1,"id":1,"cmd":"\#(command)","params":[\#(delay)],"timeout":\#(time)}"#
        let source = Source(.page, page: UInt64.random(in: 1...3, using: &random))
        let request = tally.send()
        let number = Array(text.utf8).withUnsafeBytes { bytes in
            controller.send(bytes, from: source) { [tally] in tally.answered(request, $0.reply) }
        }
        recent.append(number)
        if recent.count > 32 { recent.removeFirst() }
    }

    private func ask() {
        let request = tally.send()
        tally.answered(request, controller.handleRequest(command, [.integer(100)], timeout: 50))
    }
}
