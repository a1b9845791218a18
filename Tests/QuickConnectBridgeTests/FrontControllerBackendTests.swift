import Foundation
import QuickConnect
import QuickConnectBridge
import Testing

@Suite struct FrontControllerBackendTests {
    private func run(_ source: String, limits: Limits = Limits()) async throws -> ScriptRun {
        try await ScriptRun.apart(source, backend: FrontControllerBackend(try EchoPlugin.controller(limits: limits)))
    }

    @Test(arguments: ["echo", "later"]) func bringsValuesBackUnchanged(command: String) async throws {
        try #require(!CallTests.cases.isEmpty)
        let inputs = try String(decoding: JSONEncoder().encode(CallTests.cases.map(\.input)), as: UTF8.self)
        let run = try await run(
            #"""
            const values = [...\#(inputs), '\0', '\u{10ffff}', '', 0, -0, 1, 1.5, -1e-7, 1e21, 2 ** 53, 5e-324, true, null,
                [], {}, [[]], { a: { b: [1, 'x'] } }, JSON.parse('{"__proto__":1,"":2}'), { 'é😀': 1 }];
            (async () => {
                for (const value of values) {
                    const [back] = await qc.call('\#(command)', [value]);
                    const isSame = Object.is(back, value) || JSON.stringify(back) === JSON.stringify(value);
                    if (!isSame || typeof back !== typeof value) console.log('changed', value, back);
                }
                const large = [2n ** 64n - 1n, -(2n ** 63n), 2n ** 53n + 1n];
                console.log(await qc.call('\#(command)', large, { bigint: true }), values.length);
            })();
            """#)
        #expect(run.errors == "")
        #expect(run.output == "[ 18446744073709551615n, -9223372036854775808n, 9007199254740993n ] 29\n")
    }

    @Test func tellsProgressBeforeTheReply() async throws {
        let run = try await run(
            "qc.call('steps', [], { onProgress: (v) => console.log(v) }).then((v) => console.log(v))")
        #expect(run.lines == ["{ step: 1 }", "{ step: 2 }", "{ step: 3 }", "done"])
    }

    @Test func resolvesAStopToUndefined() async throws {
        #expect(try await run("qc.call('stop').then((v) => console.log(v))").output == "undefined\n")
    }

    @Test func cancelsTheTaskBehindASignal() async throws {
        let run = try await run(
            """
            const c = new AbortController();
            qc.once('woken', () => console.log('woken'));
            qc.call('sleep', [], { signal: c.signal }).catch((e) => console.log(e.code));
            setTimeout(() => c.abort(), 5);
            """)
        #expect(run.lines.sorted() == ["CANCELLED", "woken"])
    }

    @Test func answersWhenTheTimeIsUp() async throws {
        let run = try await run("qc.call('sleep', [], { timeout: 20 }).catch((e) => console.log(e.code))")
        #expect(run.output == "TIMED_OUT\n")
    }

    @Test func cancelsWhatTheProgramLeavesBehind() async throws {
        let controller = try EchoPlugin.controller()
        let run = try await ScriptRun.apart("qc.call('sleep'); qc.exit(0)", backend: FrontControllerBackend(controller))
        #expect(run.status == 0)
        #expect(controller.pendingCount == 0)
    }

    @Test func bringsEventsInOrder() async throws {
        let run = try await run(
            """
            qc.on('tick', ([n]) => { console.log(n); if (n === 5) qc.exit() });
            for (let n = 1; n <= 5; n++) qc.call('emit', [n]);
            """)
        #expect(run.lines == ["1", "2", "3", "4", "5"])
    }

    @Test(arguments: [
        ("'nothing'", "UNKNOWN_COMMAND"), ("''", "BAD_COMMAND"), ("'a\\0'", "BAD_COMMAND"),
        ("'default'", "BAD_COMMAND"),
        ("'echo', ['x'.repeat(2000)]", "TOO_LARGE"), ("'echo', [[[[[[]]]]]]", "TOO_DEEP"),
    ])
    func rejectsWithTheCodeOfWhatIsWrong(arguments: String, code: String) async throws {
        var limits = Limits()
        (limits.messageBytes, limits.jsonDepth) = (1000, 5)
        let run = try await run(
            "qc.call(\(arguments)).catch((e) => console.log(e.code, e.message.length > 10))", limits: limits)
        #expect(run.output == "\(code) true\n")
    }

    @Test(arguments: ["echo", "later"]) func serves10000CallsAtOnce(command: String) async throws {
        let run = try await run(
            """
            const all = Array.from({ length: 10000 }, (_, i) => qc.call('\(command)', [i]).then(([v]) => v === i));
            Promise.all(all).then((list) => console.log(list.length, list.every(Boolean)));
            """)
        #expect(run.output == "10000 true\n")
    }

    @Test func echoes8MiB() async throws {
        let run = try await run(
            "const t = 'é😀\\0x'.repeat(2 ** 21); qc.call('echo', [t]).then(([v]) => console.log(v === t, v.length))")
        #expect(run.output == "true 10485760\n")
    }

    @Test func readsCallsOfOldPages() async throws {
        let controller = try EchoPlugin.controller()
        let run = try await ScriptRun.apart(
            """
            qc.on('tick', (v) => { console.log(v); if (v[0] === 'end') qc.exit() });
            makeCall('emit', '["100% & a=b+c?#"]'); makeCall('emit', '{"a":1}'); makeCall('emit'); makeCall('emit', 'word');
            makeCall('emit', ['end']);
            """, backend: FrontControllerBackend(controller))
        #expect(run.lines == ["[ '100% & a=b+c?#' ]", "[ { a: 1 } ]", "[]", "[ 'end' ]"])
        #expect(run.errors.hasPrefix("makeCall: BAD_JSON: "))
    }
}
