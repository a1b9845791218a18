import QuickConnectBridge
import Testing

@Suite struct PageCommandTests {
    @Test func sendsCallsInURLFormAndInOrder() throws {
        let backend = FakeBackend()
        _ = try ScriptRun(
            #"""
            makeCall('logMessage', '["100% & a=b+c?#"]');
            makeCall('loc');
            makeCall('rec', ['name.caf', 'start']);
            makeCall('showDate', 'DateTime');
            for (let i = 0; i < 100; i++) makeCall('n', i);
            """#, backend: backend)
        #expect(
            backend.messages.prefix(4) == [
                "call?cmd=logMessage&msg=%5B%22100%25%20%26%20a%3Db%2Bc%3F%23%22%5D", "call?cmd=loc",
                "call?cmd=rec&msg=%5B%22name.caf%22%2C%22start%22%5D", "call?cmd=showDate&msg=DateTime",
            ])
        #expect(Array(backend.messages.dropFirst(4)) == (0..<100).map { "call?cmd=n&msg=\($0)" })
    }

    @Test func keepsMessagesWhileItMayNotSend() throws {
        let backend = FakeBackend()
        let run = try ScriptRun(
            """
            canSend = false; makeCall('a'); makeCall('b'); console.log(messages);
            storeMessage = true; canSend = true; console.log(messages.length);
            storeMessage = false; console.log(messages.length, qc.messages === messages);
            """, backend: backend)
        #expect(run.lines == ["[ 'cmd=a', 'cmd=b' ]", "2", "0 true"])
        #expect(backend.messages == ["call?cmd=a", "call?cmd=b"])
    }

    @Test func sendsALongMessageAsJSON() throws {
        let backend = FakeBackend()
        _ = try ScriptRun("makeCall('a', ['%'.repeat(400000)]); makeCall('b')", backend: backend)
        #expect(backend.messages.first?.hasPrefix(#"{"v":1,"id":0,"cmd":"a","params":["%%"#) == true)
        #expect(backend.messages.first?.hasSuffix(#""reply":false}"#) == true)
        #expect(backend.messages.last == "call?cmd=b")
    }

    @Test func warnsOfACallThatFails() throws {
        let run = try ScriptRun("makeCall('fail')")
        #expect(run.errors == "makeCall: NOT_FOUND: no such thing\n")
        #expect(run.status == 0)
    }

    @Test func runsStagesInOrderWithDefaultFirst() throws {
        let run = try ScriptRun(
            """
            mapCommandToVCF('c', (data, parameters) => console.log('view', data, parameters));
            mapCommandToBCF('c', (parameters, data) => { console.log('business', data); return 'own' });
            mapCommandToValCF('c', (parameters) => { console.log('validation', parameters); return qc.STACK_CONTINUE });
            for (const [stage, map] of Object.entries({ V: mapCommandToVCF, B: mapCommandToBCF, Val: mapCommandToValCF }))
                map('default', () => { console.log('default', stage); return 'default' });
            handleRequest('c', [1]);
            """)
        #expect(
            run.lines == [
                "default Val", "validation [ 1 ]", "default B", "business [ 'default' ]", "default V",
                "view [ 'default', 'own' ] [ 1 ]",
            ])
    }

    @Test(arguments: [
        ("mapCommandToValCF('c', () => false)", ""), ("mapCommandToValCF('c', () => qc.STACK_EXIT)", ""),
        ("mapCommandToValCF('c', async () => false)", ""), ("mapCommandToValCF('c', () => undefined)", "b\nv\n"),
        ("mapCommandToBCF('c', () => qc.STACK_EXIT)", "b\n"), ("mapCommandToBCF('c', () => false)", "b\nv\n"),
        ("mapCommandToVCF('default', () => 'stop')", "b\n"), ("mapCommandToVCF('default', () => qc.STACK_EXIT)", "b\n"),
    ])
    func stopsWhereAFunctionSaysSo(mapping: String, expected: String) throws {
        let run = try ScriptRun(
            """
            mapCommandToBCF('c', () => console.log('b'));
            \(mapping);
            mapCommandToVCF('c', () => console.log('v'));
            handleRequest('c');
            """)
        #expect(run.output == expected)
        #expect(run.errors == "")
    }

    @Test func waitsForAsyncFunctions() throws {
        let run = try ScriptRun(
            """
            mapCommandToBCF('c', async () => (await qc.call('later', [7]))[0]);
            mapCommandToVCF('c', ([value]) => console.log(value));
            mapCommandToVCF('c', async () => { throw new Error('view') });
            mapCommandToECF('c', (message, parameters, error) => console.log(message, parameters, error.name));
            handleRequest('c', { x: 1 });
            """)
        #expect(run.lines == ["7", "view { x: 1 } Error"])
        #expect(run.status == 0)
    }

    @Test(arguments: ["Val", "B", "V"])
    func sendsWhatIsThrownToTheErrorFunctionsAndGoesOn(stage: String) throws {
        let run = try ScriptRun(
            """
            mapCommandTo\(stage)CF('bad', () => { throw new Error('boom') });
            mapCommandToECF('default', (message) => console.log('default', message));
            mapCommandToECF('bad', (message) => { console.log('own', message); return 'stop' });
            mapCommandToECF('bad', () => console.log('never'));
            mapCommandToVCF('good', () => console.log('good'));
            handleRequest('bad'); handleRequest('good');
            """)
        #expect(run.lines == ["default boom", "own boom", "good"])
    }

    @Test func reportsWhatNoErrorFunctionTakes() throws {
        let run = try ScriptRun(
            "mapCommandToVCF('bad', () => { throw new Error('boom') });\nhandleRequest('bad'); console.log('on')")
        #expect(run.output == "on\n")
        #expect(run.errors.hasPrefix("main.js:1:"))
        #expect(run.status == 1)
    }

    @Test(arguments: ["__proto__", "constructor", "length", "push", "toString", "hasOwnProperty"])
    func takesAnyNameForACommand(name: String) throws {
        let run = try ScriptRun(
            """
            handleRequest('\(name)');
            mapCommandToVCF('\(name)', (data, parameters) => console.log(parameters));
            handleRequest('\(name)', 5);
            qc.call('\(name)', [1]).then((v) => console.log(v));
            qc.on('\(name)', () => {})();
            """)
        #expect(run.lines == ["5", "[ 1 ]"])
        #expect(run.errors == "handleRequest: nothing is mapped to \"\(name)\"; map it with mapCommandToVCF\n")
    }

    @Test func doesNotRunDefaultAsACommand() throws {
        let run = try ScriptRun("mapCommandToVCF('default', () => console.log('once')); handleRequest('default')")
        #expect(run.output == "once\n")
        #expect(run.errors.contains("nothing is mapped"))
    }

    @Test func startsARequestInsideARequest() throws {
        let run = try ScriptRun(
            """
            mapCommandToVCF('outer', () => { handleRequest('inner', ['x']); console.log('outer') });
            mapCommandToVCF('inner', (data, [x]) => console.log('inner', x));
            handleRequest('outer');
            """)
        #expect(run.lines == ["inner x", "outer"])
    }

    @Test(arguments: [
        (#"[1, "it's \"q\" \\ \u2028"]"#, "[ 1, `it's"), ("", "[]"), ("{\"x\":1}", "{ x: 1 }"),
        ("null", "[]"), ("0", "0"),
    ])
    func takesRequestsFromNativeCode(json: String, shown: String) throws {
        let source = """
            mapCommandToVCF('showLoc', (data, parameters) => console.log(parameters));
            qc.call('hook');
            """
        let backend = FakeBackend()
        let run = try ScriptRun(source, backend: backend) { host in
            // The hook runs on the loop's thread, which is this one.
            nonisolated(unsafe) let host = host
            backend.hook = { host.request("showLoc", json: json) }
        }
        #expect(run.output.hasPrefix(shown))
        #expect(run.errors == "")
    }

    @Test func sendsBadJSONToTheErrorFunctions() throws {
        let run = try ScriptRun(
            """
            mapCommandToECF('c', (message, parameters) => console.log(message.split(':')[0], parameters));
            handleJSONRequest('c', '[1');
            """)
        #expect(run.output == "BAD_JSON [1\n")
    }

    @Test func givesEventsToTheirListeners() throws {
        let run = try ScriptRun(
            """
            qc.call('emit', [0]);
            const stop = qc.on('tick', (value, name) => {
                console.log(name, value);
                if (value[0] === 2) stop();
            });
            qc.once('tick', (value) => console.log('once', value));
            setTimeout(() => { qc.call('emit', [1]); qc.call('emit', [2]); qc.call('emit', [3]) }, 1);
            """)
        #expect(run.lines == ["tick [ 0 ]", "once [ 0 ]", "tick [ 1 ]", "tick [ 2 ]"])
    }

    @Test func livesAsLongAsSomebodyListens() throws {
        let run = try ScriptRun(
            "const l = () => {}; qc.on('x', l); setTimeout(() => { console.log('bye'); qc.off('x', l) }, 5)")
        #expect(run.output == "bye\n")
    }

    @Test func hidesTheTransport() throws {
        let run = try ScriptRun(
            "console.log(typeof __quickconnect, Object.keys(globalThis).filter((k) => k.startsWith('_')))")
        #expect(run.output == "undefined []\n")
    }
}
