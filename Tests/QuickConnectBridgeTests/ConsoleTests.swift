import QuickConnectBridge
import Testing

@Suite struct ConsoleTests {
    @Test(arguments: [
        ("'a b'", "a b"), ("1, 'x', true, null, undefined", "1 x true null undefined"),
        ("-0, 10n, Symbol('s')", "-0 10n Symbol(s)"), ("[1, 'x', [2]]", "[ 1, 'x', [ 2 ] ]"), ("[]", "[]"), ("{}", ""),
        ("({a: 1, 'b c': {d: [1]}})", "{ a: 1, 'b c': { d: [ 1 ] } }"),
        ("({a: {b: {c: {d: 1}}}})", "{ a: { b: { c: [Object] } } }"),
        ("new Map([[1, 'x']]), new Set([1])", "Map(1) { 1 => 'x' } Set(1) { 1 }"), ("[,1]", "[ undefined, 1 ]"),
        ("function f() {}, class C {}, () => 1", "[Function: f] [class C] [Function (anonymous)]"),
        ("new Date(0), /x/g", "1970-01-01T00:00:00.000Z /x/g"), ("new Uint8Array([1, 2])", "Uint8Array(2) [ 1, 2 ]"),
        ("Object.create(null)", "Object: null prototype {}"), ("new (class P { x = 1 })()", "P { x: 1 }"),
        ("'%s is %d%%, %j', 'x', 4, [1], 5", "x is 4%, [1] 5"), ("({ get g() { throw 1 } })", "{ g: [Getter] }"),
        ("['it\\'s', 'a\\nb']", #"[ "it's", 'a\nb' ]"#), ("new Proxy({a: 1}, {})", "{ a: 1 }"),
        ("new Proxy({}, { ownKeys() { throw 1 } })", "[a value that cannot be shown]"),
    ])
    func showsValuesAsNodeDoes(arguments: String, expected: String) throws {
        let run = try ScriptRun("console.log(\(arguments == "{}" ? "" : arguments))")
        #expect(run.output == expected + "\n")
    }

    @Test func endsAtCyclesAndLongLists() throws {
        let run = try ScriptRun("const a = { n: 1 }; a.a = a; console.log(a); console.log(Array(102).fill(0))")
        #expect(run.lines.first == "{ n: 1, a: [Circular] }")
        #expect(run.output.contains("... 2 more"))
    }

    @Test func sendsWarningsAndErrorsToStandardError() throws {
        let run = try ScriptRun(
            "console.log('l'); console.info('i'); console.debug('d'); console.warn('w'); console.error('e')")
        #expect(run.output == "l\ni\nd\n")
        #expect(run.errors == "w\ne\n")
        #expect(run.status == 0)
    }

    @Test func printsEveryCharacter() throws {
        let run = try ScriptRun(#"console.log('a\0b 👨‍👩‍👧 \u2028 \ud800')"#)
        #expect(run.output == "a\0b 👨‍👩‍👧 \u{2028} \u{FFFD}\n")
    }

    @Test func indentsGroups() throws {
        let run = try ScriptRun("console.group('g'); console.log('a\\nb'); console.groupEnd(); console.log('c')")
        #expect(run.lines == ["g", "  a", "  b", "c"])
    }
}
