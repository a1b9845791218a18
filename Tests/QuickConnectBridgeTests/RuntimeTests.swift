import QuickConnectBridge
import Testing

@Suite struct RuntimeTests {
    @Test(.timeLimit(.minutes(1)), arguments: ["NaN", "-1", "Infinity", "-Infinity", "1e400", "'soon'", "{}"])
    func runsATimerOfAnOddTimeAtOnce(time: String) throws {
        let run = try ScriptRun("setTimeout(() => console.log('ran'), \(time))")
        #expect(run.output == "ran\n" && run.status == 0)
    }

    @Test func runsTimersByDelayThenOrder() throws {
        let run = try ScriptRun(
            """
            setTimeout(() => console.log('20'), 20);
            setTimeout((a, b) => console.log(a, b), 0, 'first', 'args');
            setTimeout(() => console.log('second'), 0);
            const stopped = setTimeout(() => console.log('never'), 1);
            clearTimeout(stopped);
            queueMicrotask(() => console.log('micro'));
            console.log('now');
            """)
        #expect(run.lines == ["now", "micro", "first args", "second", "20"])
    }

    @Test func repeatsIntervalsUntilCleared() throws {
        let run = try ScriptRun(
            "let n = 0; const t = setInterval(() => { console.log(++n); if (n === 3) clearInterval(t) }, 1)")
        #expect(run.lines == ["1", "2", "3"])
    }

    @Test func givesOtherWorkATurnBetweenTimers() throws {
        let run = try ScriptRun(
            """
            let spins = 0;
            (function spin() { if (++spins < 50) setTimeout(spin, 0) })();
            qc.call('later', [1]).then(() => console.log('reply', spins <= 50));
            """)
        #expect(run.lines == ["reply true"])
    }

    @Test func drainsPromisesAfterEachTurn() throws {
        let run = try ScriptRun(
            """
            (async () => { console.log('a'); await null; console.log('c'); await null; console.log('d') })();
            console.log('b');
            setTimeout(() => { Promise.resolve().then(() => console.log('f')); console.log('e') }, 0);
            setTimeout(() => console.log('g'), 0);
            """)
        #expect(run.lines == ["a", "b", "c", "d", "e", "f", "g"])
    }

    @Test func endsWhenNothingIsPending() throws {
        let run = try ScriptRun("console.log('end'); AbortSignal.timeout(100000)")
        #expect(run.output == "end\n")
        #expect(run.status == 0)
    }

    @Test func runsFilesInOrderInOneWorld() throws {
        let run = try ScriptRun(scripts: [
            Script(name: "a.js", text: "const shared = 1; throw new Error('no')"),
            Script(name: "b.js", text: "console.log(shared)"),
        ])
        #expect(run.output == "1\n")
        #expect(run.errors.hasPrefix("a.js:1:"))
        #expect(run.status == 1)
    }

    @Test(arguments: [
        ("\nfunction f() { null.x }\nf()", "main.js:2:", "Uncaught TypeError", "at f (main.js:2:"),
        ("\nsetTimeout(function t() { throw new RangeError('r') })", "main.js:2:", "RangeError: r", "at t (main.js:2"),
        ("\n\nPromise.reject(new Error('p'))", "main.js:3:", "Uncaught (in promise) Error: p", "main.js:3"),
        ("(async () => {\n await null;\n undefined() })()", "main.js:3:", "(in promise) TypeError", "main.js:3"),
        ("\n\nlet x = ;", "main.js:3: ", "Uncaught SyntaxError", "SyntaxError"),
        ("throw 'text'", "main.js: ", "Uncaught 'text'", "text"),
        ("queueMicrotask(() => { throw new Error('m') })", "main.js:1:", "Uncaught Error: m", "at "),
        ("\nqc.call('fail')", "main.js:2:", "QCError: no such thing", "code: 'NOT_FOUND'"),
        ("throw new Error('a', { cause: new TypeError('b') })", "main.js:1:", "Error: a", "[cause]: TypeError: b"),
        ("throw { get stack() { throw 1 } }", "", "Uncaught", "describe"),
    ])
    func reportsUncaughtErrors(source: String, place: String, kind: String, more: String) throws {
        let run = try ScriptRun(source)
        #expect(run.errors.hasPrefix(place))
        #expect(run.errors.contains(kind))
        #expect(run.errors.contains(more))
        #expect(run.status == 1)
    }

    @Test func keepsQuietAboutHandledRejections() throws {
        let run = try ScriptRun("Promise.reject(new Error('x')).catch(() => console.log('caught'))")
        #expect(run.output == "caught\n")
        #expect(run.errors == "")
        #expect(run.status == 0)
    }

    @Test func exitEndsTheProgramAfterTheTurn() throws {
        let backend = FakeBackend()
        let run = try ScriptRun(
            "qc.call('never'); setTimeout(() => console.log('never')); qc.exit(3); console.log('still')",
            backend: backend)
        #expect(run.output == "still\n")
        #expect(run.status == 3)
        #expect(backend.cancelled == [1])
    }

    @Test func letsCallsWithoutAReplyFinish() throws {
        let backend = FakeBackend()
        let run = try ScriptRun("makeCall('slow'); makeCall('slow'); qc.exit(0)", backend: backend)
        #expect(run.status == 0)
        #expect(backend.messages.count == 2)
        #expect(backend.cancelled.isEmpty)
    }

    @Test func endsAtASignal() throws {
        let run = try ScriptRun("setInterval(() => {}, 1000)") { host in host.interruption = { 2 } }
        #expect(run.status == 130)
    }

    @Test func survivesEndlessRecursion() throws {
        let run = try ScriptRun("function f() { f() }; try { f() } catch (e) { console.log(e.name) }")
        #expect(run.output == "RangeError\n")
    }

    @Test func hasAbortSignals() throws {
        let run = try ScriptRun(
            """
            const c = new AbortController();
            c.signal.addEventListener('abort', (e) => console.log(e.type, c.signal.reason));
            const any = AbortSignal.any([c.signal, new AbortController().signal]);
            c.abort('why'); c.abort('again');
            console.log(any.aborted, any.reason, AbortSignal.abort().reason.name);
            try { any.throwIfAborted() } catch (e) { console.log('threw', e) }
            AbortSignal.timeout(1).onabort = (e) => console.log(e.target.reason.name);
            setTimeout(() => {}, 30);
            try { new AbortSignal() } catch (e) { console.log(e.name) }
            """)
        #expect(run.lines == ["abort why", "true why AbortError", "threw why", "TypeError", "TimeoutError"])
    }

    @Test func codesTextAndClones() throws {
        let run = try ScriptRun(
            #"""
            const text = 'aé€😀\0\ud800';
            const bytes = new TextEncoder().encode(text);
            console.log(bytes.length, new TextDecoder().decode(bytes) === text.toWellFormed());
            console.log(new TextDecoder().decode(new Uint8Array([0xe2, 0x82, 0x41, 0xc0])) === '\ufffdA\ufffd');
            try { new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array([255])) } catch (e) { console.log(e.name) }
            const a = { d: new Date(0), m: new Map([[1, [2]]]) }; a.self = a;
            const b = structuredClone(a);
            console.log(b !== a, b.self === b, b.m.get(1), b.d.getTime());
            try { structuredClone(() => 1) } catch (e) { console.log(e.name) }
            """#)
        #expect(run.errors == "")
        #expect(run.lines == ["14 true", "true", "TypeError", "true true [ 2 ] 0", "DataCloneError"])
    }
}
