import Foundation
import QuickConnectBridge
import Testing

@Suite struct CallTests {
    struct Case: Decodable {
        let id: String
        let input: String
    }

    static let cases: [Case] = {
        struct File: Decodable { let cases: [Case] }
        guard let url = Bundle.module.url(forResource: "messages", withExtension: "json"),
            let data = try? Data(contentsOf: url), let file = try? JSONDecoder().decode(File.self, from: data)
        else { return [] }
        return file.cases
    }()

    @Test func bringsValuesBackUnchanged() throws {
        try #require(Self.cases.count == 10)
        let inputs = try String(decoding: JSONEncoder().encode(Self.cases.map(\.input)), as: UTF8.self)
        for command in ["echo", "later"] {
            let backend = FakeBackend()
            let run = try ScriptRun(
                """
                const inputs = \(inputs);
                (async () => {
                    for (const input of inputs) console.log((await qc.call('\(command)', [input]))[0] === input);
                })();
                """, backend: backend)
            #expect(run.lines == Self.cases.map { _ in "true" })
            #expect(backend.messages.count == Self.cases.count)
        }
    }

    @Test(arguments: [
        ("1", "1"), ("1.5", "1.5"), ("-0", "-0.0"), ("2**53", "9007199254740992"), ("1e21", "1e+21"), ("null", "null"),
        ("true", "true"), ("[1, undefined]", "[1,null]"), ("{ a: undefined, b: 1 }", #"{"b":1}"#), ("[[]]", "[[]]"),
        ("2n**64n - 1n", "18446744073709551615"), ("-(2n**63n)", "-9223372036854775808"),
        ("new Date(0)", #""1970-01-01T00:00:00.000Z""#), ("new Number(3)", "3"), ("Object.create(null)", "{}"),
        (#"JSON.parse('{"__proto__":1,"constructor":2}')"#, #"{"__proto__":1,"constructor":2}"#),
        (#"'\0\u2028</script>"\\'"#, #""\u0000\#u{2028}</script>\"\\""#), ("new Proxy([1], {})", "[1]"),
        ("(() => { const a = {}; return [a, a] })()", "[{},{}]"), ("new (class { x = 1 })()", #"{"x":1}"#),
    ])
    func writesData(expression: String, json: String) throws {
        let backend = FakeBackend()
        let run = try ScriptRun("qc.call('c', (\(expression)))", backend: backend)
        #expect(run.errors == "")
        #expect(backend.messages == [#"{"v":1,"id":1,"cmd":"c","params":\#(json),"reply":true}"#])
    }

    @Test func isNotFooledByWhatAScriptGaveAllObjects() throws {
        let run = try ScriptRun(
            """
            Object.assign(Object.prototype, { ok: 'fooled', stop: 'fooled', warnings: ['fooled'] });
            qc.call('fail').then((value) => console.log(value), (error) => console.log(error.code));
            """, backend: FakeBackend())
        #expect(run.output == "NOT_FOUND\n" && run.errors == "")
    }

    @Test func leavesOutParametersThatAreNotThere() throws {
        let backend = FakeBackend()
        _ = try ScriptRun("qc.call('c'); qc.call('c', undefined, { timeout: 2.5 })", backend: backend)
        #expect(
            backend.messages == [
                #"{"v":1,"id":1,"cmd":"c","reply":true}"#, #"{"v":1,"id":2,"cmd":"c","reply":true,"timeout":3}"#,
            ])
    }

    @Test func sendsWhatIsNoNumberAsNullWithAWarning() throws {
        let backend = FakeBackend()
        let run = try ScriptRun("qc.call('c', { a: [NaN] }); qc.call('c', Infinity)", backend: backend)
        #expect(backend.messages.map { $0.contains("null") } == [true, true])
        #expect(run.errors == "data.a[0]: NaN is sent as null\ndata: Infinity is sent as null\n")
        #expect(run.status == 0)
    }

    @Test(arguments: [
        ("() => 1", "data: a function cannot"), ("{ items: [0, { name: Symbol() }] }", "data.items[1].name: a symbol"),
        ("{ 'a b': () => 1 }", #"data["a b"]: a function"#),
        ("(() => { const a = { b: [] }; a.b[0] = a; return a })()", "data.b[0]: a cycle"),
        (#"['\ud800']"#, "data[0]: a string with a lone surrogate"),
        (#"{ ['\udc00']: 1 }"#, #"data["\udc00"]: a string"#),
        ("{ b: new Uint8Array(2) }", "data.b: bytes"), ("new ArrayBuffer(1)", "data: bytes"),
        ("[2n ** 64n]", "data[0]: a BigInt"),
        ("-(2n ** 63n) - 1n", "data: a BigInt"), ("{ m: new Map() }", "data.m: a value of type Map"),
        ("Promise.resolve(1)", "data: a value of type Promise"), ("/x/", "data: a value of type RegExp"),
        ("{ get g() { throw new Error('mine') } }", "data.g: cannot be read: mine"),
        ("[{ toJSON() { throw new Error('json') } }]", "data[0]: cannot be read: json"),
        ("(() => { const p = Proxy.revocable({}, {}); p.revoke(); return [p.proxy] })()", "data[0]: cannot be read"),
        ("(() => { let a = []; for (let i = 0; i < 2000; i++) a = [a]; return a })()", "data may be 1024"),
    ])
    func refusesWhatCannotTravelAtOnce(expression: String, message: String) throws {
        let backend = FakeBackend()
        let run = try ScriptRun(
            """
            const data = (\(expression));
            try { qc.call('echo', data); console.log('sent') } catch (error) { console.log(error.name, error.message) }
            """, backend: backend)
        #expect(run.output.hasPrefix("TypeError data"))
        #expect(run.output.contains(message))
        #expect(backend.messages.isEmpty)
        #expect(run.status == 0)
    }

    @Test(arguments: [
        "qc.call(1)", #"qc.call('\ud800')"#, "qc.call('c', 1, { signal: 1 })", "qc.call('c', 1, { onProgress: 1 })",
        "qc.call('c', 1, { timeout: -1 })", "qc.call('c', 1, { timeout: '5' })", "qc.on(1, () => {})", "qc.on('x')",
        "makeCall()", "mapCommandToVCF('x')", "mapCommandToVCF(1, () => {})", "qc.exit(256)",
    ])
    func refusesWrongUse(call: String) throws {
        let backend = FakeBackend()
        let run = try ScriptRun("try { \(call) } catch (e) { console.log(e.name) }", backend: backend)
        #expect(run.output == "TypeError\n")
        #expect(backend.messages.isEmpty)
    }

    @Test func rejectsWithTheWholeError() throws {
        let run = try ScriptRun(
            """
            qc.call('fail').catch((e) => console.log(e instanceof qc.QCError, e instanceof Error, e.name, e.code, e.message,
                e.stage, e.object, e.data, e.stack.includes('main.js:1')));
            """)
        #expect(run.output == "true true QCError NOT_FOUND no such thing view XVCO [ 7 ] true\n")
    }

    @Test func resolvesAStopToUndefined() throws {
        #expect(try ScriptRun("qc.call('stop').then((v) => console.log(v))").output == "undefined\n")
    }

    @Test func settlesOnAReplyThatIsNoJSON() throws {
        #expect(try ScriptRun("qc.call('garbage').catch((e) => console.log(e.code))").output == "INTERNAL\n")
    }

    @Test func showsTheWarningsOfAReply() throws {
        #expect(try ScriptRun("qc.call('warn')").errors == "warn: NaN became null\n")
    }

    @Test func readsLargeIntegersAsAsked() throws {
        let run = try ScriptRun(
            """
            qc.call('raw').then((v) => console.log(v));
            qc.call('raw', undefined, { bigint: true }).then((v) => console.log(v));
            qc.call('echo', [1, 1.5, 2n ** 64n - 1n, '9007', { a: -(2n ** 63n) }], { bigint: true })
                .then((v) => console.log(v));
            """)
        #expect(
            run.lines == [
                "9007199254740992", "9007199254740993n",
                "[ 1, 1.5, 18446744073709551615n, '9007', { a: -9223372036854775808n } ]",
            ])
    }

    @Test func settlesOnceWhateverComesLate() throws {
        let run = try ScriptRun(
            """
            let n = 0;
            qc.call('twice').then((v) => console.log(v, ++n));
            const c = new AbortController();
            qc.call('never', 1, { signal: c.signal }).catch((e) => console.log(e.code, e.cause, ++n));
            setTimeout(() => c.abort('enough'), 5);
            setTimeout(() => c.abort('again'), 6);
            setTimeout(() => console.log(n), 20);
            """)
        #expect(run.lines == ["1 1", "CANCELLED enough 2", "2"])
    }

    @Test func tellsNativeCodeOfACancel() throws {
        let backend = FakeBackend()
        let run = try ScriptRun(
            """
            const c = new AbortController();
            qc.call('never', 1, { signal: c.signal }).catch(() => {});
            qc.call('echo', 1, { signal: c.signal }).then(() => c.abort());
            qc.call('never', 1, { signal: AbortSignal.abort('before') }).catch((e) => console.log(e.code, e.cause));
            """, backend: backend)
        #expect(run.output == "CANCELLED before\n")
        #expect(backend.cancelled == [1])
        #expect(backend.messages.count == 2)
    }

    @Test(arguments: ["steps", "stepsLater"])
    func reportsProgressInOrderBeforeTheReply(command: String) throws {
        let run = try ScriptRun(
            """
            qc.call('\(command)', [], { onProgress: (v) => console.log(v) }).then((v) => console.log(v));
            console.log('sent');
            """)
        #expect(run.lines == ["sent", "1", "2", "3", "done"])
    }

    @Test func keepsACallAliveWhenItsListenerThrows() throws {
        let run = try ScriptRun(
            "qc.call('steps', [], { onProgress: (v) => { if (v === 2) throw new Error('mine') } }).then(console.log)")
        #expect(run.output == "done\n")
        #expect(run.errors.contains("main.js:1") && run.errors.contains("Error: mine"))
    }

    @Test(arguments: ["echo", "later"])
    func serves10000CallsAtOnce(command: String) throws {
        // Thousands of threads would measure the fake and not the bridge.
        let count = command == "echo" ? 10_000 : 200
        let run = try ScriptRun(
            """
            const all = Array.from({ length: \(count) }, (_, i) => qc.call('\(command)', [i]).then(([v]) => v === i));
            Promise.all(all).then((list) => console.log(list.length, list.every(Boolean)));
            """)
        #expect(run.output == "\(count) true\n")
    }

    @Test(arguments: ["a", "é", "😀", "\\0"])
    func echoes8MiB(unit: String) throws {
        let run = try ScriptRun(
            """
            const text = '\(unit)'.repeat(8 * 2 ** 20 / '\(unit)'.length);
            qc.call('echo', [text]).then(([v]) => console.log(v === text));
            """)
        #expect(run.output == "true\n")
    }

    @Test func rejectsWithoutANativeSide() throws {
        let run = try ScriptRun(scripts: [
            Script(name: "reset.js", text: "delete globalThis.qc"),
            Script(name: "quickconnect.js", text: QuickConnectScript.source),
            Script(name: "main.js", text: "qc.call('echo').catch((e) => console.log(e.code)); makeCall('x')"),
        ])
        #expect(run.output == "UNAVAILABLE\n")
        #expect(run.errors.contains("makeCall: UNAVAILABLE"))
    }
}
