import CQuickConnect
import QuickConnect
import QuickConnectPlugin
import Testing

@Suite struct JSONParserTests {
    @Test(arguments: [
        ("-1", "-1"), ("-0", "0"), ("-0.0", "-0.0"), ("0", "0"), ("1.0", "1.0"), ("1e2", "100.0"),
        ("9223372036854775807", "9223372036854775807"), ("-9223372036854775808", "-9223372036854775808"),
        ("9223372036854775808", "9223372036854775808"), ("18446744073709551615", "18446744073709551615"),
        ("18446744073709551616", "1.8446744073709552e+19"), ("-9223372036854775809", "-9.223372036854776e+18"),
        ("[1,100000000000000000000,{\"a\":-100000000000000000000}]", "[1,1e+20,{\"a\":-1e+20}]"),
        ("[\"18446744073709551616\",18446744073709551616]", "[\"18446744073709551616\",1.8446744073709552e+19]"),
        ("1e308", "1e+308"), ("1.7976931348623157e308", "1.7976931348623157e+308"), ("5e-324", "5e-324"),
        ("1e-400", "0.0"), ("0e400", "0.0"), ("0.1", "0.1"), ("1e16", "1e+16"), ("1e15", "1000000000000000.0"),
        ("12e15", "1.2e+16"), ("0.0001", "0.0001"), ("0.00001", "1e-05"), ("123456.789", "123456.789"),
    ])
    func keepsNumbers(text: String, canonical: String) {
        #expect(JSONOutcome(text) == .text(canonical))
    }

    @Test(arguments: [
        ("1e400", 0), ("[1,-1e400]", 3), ("1.8e308", 0), ("{\"a\":1e309}", 5),
        (String(repeating: "9", count: 400), 0), ("[1.0," + String(repeating: "9", count: 400) + "]", 5),
    ])
    func refusesNumbersPastTheRangeOfADouble(text: String, offset: Int) {
        #expect(JSONOutcome(text) == .fault(.badNumber, offset))
    }

    @Test(arguments: [
        ("", 0), (" ", 1), ("[1,]", 3), ("{\"a\":1,}", 7), ("[01]", 1), ("-01", 0), ("[1] x", 4), ("[1]]", 3),
        ("1 2", 2),
        ("[1", 2), ("{\"a\"", 4), ("{\"a\":", 5), ("{1:2}", 1), ("{\"a\" 1}", 5), ("nul", 0), ("True", 0), ("NaN", 0),
        ("-", 1),
        ("Infinity", 0), ("-Infinity", 1), ("+1", 0), (".5", 0), ("1.", 2), ("1e", 2), ("1e+", 3), ("0x10", 1),
        ("'a'", 0),
        ("\"a", 0), ("\"a\nb\"", 2), ("\"a\u{0}b\"", 2), ("\"\\x\"", 1), ("\"\\u12\"", 1), ("\"\\u12G4\"", 1),
        ("\"\\", 1),
        ("[1 2]", 3), ("[,1]", 1), ("{,}", 1), ("{\"a\":1 \"b\":2}", 7), ("[}", 1), ("{]", 1), ("// a\n1", 0),
        ("\u{A0}1", 0),
        ("\u{FEFF}1", 0), ("1\u{0}", 1), ("\u{0}", 0), ("truefalse", 4), ("[\"a\"\"b\"]", 4), ("1,", 1), ("é", 0),
    ])
    func refusesWhatIsNotJSON(text: String, offset: Int) {
        #expect(JSONOutcome(text) == .fault(.badJSON, offset))
    }

    @Test(arguments: [
        (#""\ud800""#, 1), (#""\uDBFF""#, 1), (#""a\udc00""#, 2), (#""\uDFFF""#, 1), (#""\ud800\u0041""#, 1),
        (#""\ud800\ud800""#, 1), (#""\udc00\ud800""#, 1), (#""\ud83d\ude00\ude00""#, 13), (#""\ud800x""#, 1),
        (#"{"\udc00":1}"#, 2), (#"{"a":["\ud800"]}"#, 7), (#""\\\udc00""#, 3), (#""\ud800\\udc00""#, 1),
        (#""\ud800\n""#, 1),
    ])
    func refusesHalvesOfSurrogatePairs(text: String, offset: Int) {
        #expect(JSONOutcome(text) == .fault(.badEncoding, offset))
    }

    @Test(arguments: [
        (#""\ud83d\ude00""#, "\"😀\""), (#""\\ud800""#, #""\\ud800""#),
        (#""\ud7ff\ue000\uffff""#, "\"\u{D7FF}\u{E000}\u{FFFF}\""),
        (#""\uD83D\uDE00\\""#, #""😀\\""#), (#""\u0000\u001f\/\b\f\n\r\t\"\\""#, #""\u0000\u001f/\b\f\n\r\t\"\\""#),
        (#""\u2028\u2029""#, "\"\u{2028}\u{2029}\""), (#""</script>""#, #""</script>""#), ("\"\u{7F}\"", "\"\u{7F}\""),
    ])
    func keepsText(text: String, canonical: String) {
        #expect(JSONOutcome(text) == .text(canonical))
    }

    @Test(
        arguments: [
            ([0x22, 0xFF, 0x22], 1), ([0x22, 0xC0, 0x80, 0x22], 1), ([0x22, 0xED, 0xA0, 0x80, 0x22], 1),
            ([0x5B, 0xFF, 0x5D], 1),
            ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1), ([0x22, 0x61, 0xE2, 0x80, 0x22], 2), ([0x22, 0x80, 0x22], 1),
            ([0xFF, 0xFE, 0x31, 0x00], 0), ([0x22, 0xC3], 1), ([0x22, 0xE0, 0x9F, 0xBF, 0x22], 1),
        ] as [([UInt8], Int)])
    func refusesBytesThatAreNotUTF8(bytes: [UInt8], offset: Int) {
        #expect(JSONOutcome(of: bytes) == .fault(.badEncoding, offset))
    }

    @Test(arguments: [
        (#"{"a":1,"b":0,"a":2}"#, #"{"a":2,"b":0}"#), (#"{"a":1,"\u0061":2}"#, #"{"a":2}"#),
        (#"{"":1,"":2,"x":3}"#, #"{"":2,"x":3}"#),
        (#"{"a":{"b":1,"b":2},"a":{"c":1,"c":[{"d":1,"d":2}]}}"#, #"{"a":{"c":[{"d":2}]}}"#),
        (#"{"a\u0000":1,"a":2,"a\u0000":3}"#, #"{"a\u0000":3,"a":2}"#),
        (#"{"b":1,"a":2,"b":{"b":3}}"#, #"{"b":{"b":3},"a":2}"#),
        (
            #"{"longer than eight 1":1,"longer than eight 2":2,"longer than eight 1":3}"#,
            #"{"longer than eight 1":3,"longer than eight 2":2}"#
        ),
    ])
    func keepsTheFirstPlaceAndLastValueOfARepeatedKey(text: String, canonical: String) {
        #expect(JSONOutcome(text) == .text(canonical))
    }

    @Test(
        arguments: [1, 2, 7, 8, 9, 15, 16, 17, 63, 64, 65, 127, 128, 129, 1000],
        ["k", "a long common beginning of keys "])
    func settlesRepeatedKeysInObjectsOfEverySize(count: Int, prefix: String) {
        let members = (0..<count).map { "\"\(prefix)\($0)\":\($0)" }
        let again = (0..<count).reversed().map { "\"\(prefix)\($0)\":-\($0 + 1)" }
        let settled = (0..<count).map { "\"\(prefix)\($0)\":-\($0 + 1)" }
        #expect(JSONOutcome("{\((members).joined(separator: ","))}") == .text("{\(members.joined(separator: ","))}"))
        #expect(
            JSONOutcome("{\((members + again).joined(separator: ","))}") == .text("{\(settled.joined(separator: ","))}")
        )
    }

    @Test(.timeLimit(.minutes(1))) func settlesAHundredThousandKeysInLinearTime() {
        let different = (0..<100_000).map { "\"key \($0)\":0" }.joined(separator: ",")
        let equal = (0..<100_000).map { "\"key\":\($0)" }.joined(separator: ",")
        #expect(JSONOutcome("{\(different)}") == .text("{\(different)}"))
        #expect(JSONOutcome("{\(equal)}") == .text("{\"key\":99999}"))
    }

    @Test(arguments: [0, 1, 2, 512, 600])
    func takesTheDepthOfTheLimitAndNoMore(depth: Int) {
        var limits = Limits()
        limits.jsonDepth = depth
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            let inner = open == "[" ? "" : "1"
            let text = String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
            if depth > 0 { #expect(JSONOutcome(text, limits: limits) == .text(text)) }
            for core in ["[]", "{}", "[1]", "{\"a\":1}"] {
                let deeper = String(repeating: open, count: depth) + core + String(repeating: close, count: depth)
                #expect(JSONOutcome(deeper, limits: limits) == .fault(.tooDeep, depth * open.utf8.count))
            }
        }
        #expect(JSONOutcome("1", limits: limits) == .text("1"))
    }

    @Test func takesTheSizeOfTheLimitAndNoMore() {
        var limits = Limits()
        limits.messageBytes = 10
        #expect(JSONOutcome("\"12345678\"", limits: limits) == .text("\"12345678\""))
        #expect(JSONOutcome("\"123456789\"", limits: limits) == .fault(.tooLarge, 10))
    }

    @Test func takesMoreElementsThanTheTapeCanCount() throws {
        let text = Array(("[" + String(repeating: "1,", count: 17_000_000) + "1]").utf8)
        var parser = JSONParser()
        let value = try text.withUnsafeBytes { bytes in try parser.parse(bytes) }
        #expect(value.length == 17_000_001)
        #expect(value.as.elements[17_000_000].as.integer == 1)
    }

    @Test func parsesAgainAfterAFaultAndAReset() throws {
        var parser = JSONParser()
        let large = Array(("[" + String(repeating: "\"text\",", count: 100_000) + "1]").utf8)
        for _ in 0..<3 {
            #expect(throws: MessageError.self) { try Array("[1,".utf8).withUnsafeBytes { try parser.parse($0) } }
            let value = try large.withUnsafeBytes { bytes in try parser.parse(bytes) }
            #expect(value.length == 100_001)
            parser.reset()
            let small = try Array("[\"a\"]".utf8).withUnsafeBytes { try parser.parse($0) }
            #expect(small.length == 1 && String(cString: small.as.elements[0].as.string) == "a")
            parser.reset()
        }
    }

    @Test func putsANULAfterEveryString() throws {
        var parser = JSONParser()
        let value = try Array(#"["ab","",{"key":"x\u0000y"}]"#.utf8).withUnsafeBytes { try parser.parse($0) }
        let elements = UnsafeBufferPointer(start: value.as.elements, count: 3)
        #expect(elements[0].as.string[2] == 0 && elements[1].as.string[0] == 0)
        let member = elements[2].as.members[0]
        #expect(member.key.as.string[3] == 0 && member.value.length == 3 && member.value.as.string[3] == 0)
    }
}
