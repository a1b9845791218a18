import QuickConnect
import QuickConnectPlugin
import Testing

@Suite struct URLMessageTests {
    @Test(arguments: [
        ("call?cmd=log", #"{"cmd":"log","params":[]}"#),
        ("call?cmd=log&msg", #"{"cmd":"log","params":[]}"#),
        ("call?msg=5&cmd=log", #"{"cmd":"log","params":[5]}"#),
        ("call?msg=%5B%5D&cmd=log", #"{"cmd":"log","params":[]}"#),
        ("call?cmd=log&msg=%5B%5B1%5D%5D", #"{"cmd":"log","params":[[1]]}"#),
        ("call?cmd=log&msg=null", #"{"cmd":"log","params":[null]}"#),
        ("call?cmd=log&msg={\"a\":\"=?#\"}", #"{"cmd":"log","params":[{"a":"=?#"}]}"#),
        ("call?%63%6d%64=log&m%73g=1", #"{"cmd":"log","params":[1]}"#),
        ("call?cmd=a%26b%3Dc%25&msg=1", #"{"cmd":"a&b=c%","params":[1]}"#),
        ("call?cmd=a+b=c&msg=%22%2B+%22", #"{"cmd":"a+b=c","params":["++"]}"#),
        ("call?cmd=%C3%A9%E2%82%ac&msg=%22é%22", #"{"cmd":"é€","params":["é"]}"#),
        ("call?cmd=x&msg=%22%2500%22", #"{"cmd":"x","params":["%00"]}"#),
        ("call?cmd=x&msg=%22%5Cu0000%22", #"{"cmd":"x","params":["\u0000"]}"#),
        ("call?cmd=x&msg=100000000000000000000", #"{"cmd":"x","params":[1e+20]}"#),
        ("call?cmd=12345678&msg=12345678", #"{"cmd":"12345678","params":[12345678]}"#),
        ("call?cmd=1234567%38&msg=%31234567", #"{"cmd":"12345678","params":[1234567]}"#),
    ])
    func reads(url: String, canonical: String) {
        #expect(JSONOutcome(url: url) == .text(canonical))
    }

    @Test(arguments: [
        ("", ErrorCode.badRequest, 0), ("call", .badRequest, 0), ("call?", .badRequest, 5),
        ("Call?cmd=x", .badRequest, 0),
        ("call?msg=1", .badRequest, 10), ("call?cmd=x&cmd=x", .badRequest, 11),
        ("call?msg=1&cmd=x&msg=1", .badRequest, 17),
        ("call?cmd=x&%63md=y", .badRequest, 11), ("call?cmd=x&other=1", .badRequest, 11),
        ("call?cmd=x&", .badRequest, 11),
        ("call?&cmd=x", .badRequest, 5), ("call?cmd=x&msg=\"a&b\"", .badRequest, 18), ("call?CMD=x", .badRequest, 5),
        ("call?cmd=x&=1", .badRequest, 11), ("play", .badRequest, 0), ("[1]", .badRequest, 0),
        ("call?cmd=", .badCommand, 9), ("call?cmd", .badCommand, 8), ("call?cmd=&msg=1", .badCommand, 9),
        ("call?cmd=a%00b", .badCommand, 9), ("call?cmd=%00", .badCommand, 9), ("call?cmd=a\u{0}", .badCommand, 9),
        ("call?cmd=x%", .badEncoding, 10), ("call?cmd=x%4", .badEncoding, 10), ("call?cmd=x%4&msg=1", .badEncoding, 10),
        ("call?cmd=x%G0", .badEncoding, 10), ("call?cm%=x", .badEncoding, 7),
        ("call?cmd=x&msg=%221%2%22", .badEncoding, 19),
        ("call?cmd=x&msg=%u0041", .badEncoding, 15), ("call?cmd=%FF", .badEncoding, 9),
        ("call?cmd=ab%C3", .badEncoding, 11),
        ("call?cmd=%ED%A0%80", .badEncoding, 9), ("call?cmd=x&msg=%22%FF%22", .badEncoding, 18),
        ("call?cmd=x&msg=%22%5Cud800%22", .badEncoding, 18), ("call?cmd=x&msg=%22%C3%22", .badEncoding, 18),
        ("call?cmd=x&msg=text", .badJSON, 15), ("call?cmd=x&msg=%5B1%2C%5D", .badJSON, 22),
        ("call?cmd=x&msg=%20", .badJSON, 18),
        ("call?cmd=x&msg=undefined", .badJSON, 15), ("call?cmd=x&msg=%2522a%2522", .badJSON, 15),
        ("call?cmd=x&msg=%5B1e400%5D", .badNumber, 18), ("call?msg=%5B1%2C%5D&cmd=x", .badJSON, 16),
    ])
    func refuses(url: String, code: ErrorCode, offset: Int) {
        #expect(JSONOutcome(url: url) == .fault(code, offset))
    }

    @Test(arguments: [
        ("call?cmd=log&msg=100%", #"{"cmd":"log","params":["100%"]}"#),
        ("call?cmd=log&msg=%zz%41", #"{"cmd":"log","params":["%zzA"]}"#),
        ("call?cmd=log&msg=%22100%%22", #"{"cmd":"log","params":["100%"]}"#),
        ("call?cmd=log&msg=a&b=c&msg=d", #"{"cmd":"log","params":["a&b=c&msg=d"]}"#),
        ("call?cmd=log&msg=", #"{"cmd":"log","params":[]}"#),
        ("call?cmd=log&msg=undefined", #"{"cmd":"log","params":[]}"#),
        ("call?cmd=log&msg=%75ndefined", #"{"cmd":"log","params":[]}"#),
        ("call?cmd=log&msg=undefined%20", #"{"cmd":"log","params":["undefined "]}"#),
        ("call?cmd=log&msg=[1,2]", #"{"cmd":"log","params":[1,2]}"#),
        ("call?cmd=log&msg=[1,2", #"{"cmd":"log","params":["[1,2"]}"#),
        ("call?cmd=log&msg=1e400%20apples", #"{"cmd":"log","params":["1e400 apples"]}"#),
        ("call?cmd=log&msg=%22%5Cud800%22%20x", #"{"cmd":"log","params":["\"\\ud800\" x"]}"#),
        ("call?cmd=lo%g&msg=x%00y", #"{"cmd":"lo%g","params":["x\u0000y"]}"#),
        ("call?cmd=log", #"{"cmd":"log","params":[]}"#),
    ])
    func readsWhatOldPagesSend(url: String, canonical: String) {
        #expect(JSONOutcome(url: url, compatibility: true) == .text(canonical))
    }

    @Test(arguments: [
        ("call?msg=1&cmd=x", ErrorCode.badRequest, 16), ("call?cmd=x&cmd=y&msg=1", .badRequest, 11),
        ("call?cmd=&msg=1", .badCommand, 9), ("call?cmd=x&msg=a%FF", .badEncoding, 16),
        ("call?cmd=x&y=1&msg=1", .badRequest, 11),
        ("call?cmd=x&msg=%20%22%5Cud800%22", .badEncoding, 21), ("call?cmd=x&msg=1e400", .badNumber, 15),
    ])
    func refusesWhatEvenOldPagesDoNotSend(url: String, code: ErrorCode, offset: Int) {
        #expect(JSONOutcome(url: url, compatibility: true) == .fault(code, offset))
    }

    @Test func takesTheSizeOfTheLimitAndNoMore() {
        var limits = Limits()
        limits.urlBytes = 20
        #expect(JSONOutcome(url: "call?cmd=x&msg=12345", limits: limits) == .text(#"{"cmd":"x","params":[12345]}"#))
        #expect(JSONOutcome(url: "call?cmd=x&msg=123456", limits: limits) == .fault(.tooLarge, 20))
    }

    @Test func takesTheDepthOfTheLimitAndNoMore() {
        let text = String(repeating: "%5B", count: 512) + String(repeating: "%5D", count: 512)
        let value = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        #expect(JSONOutcome(url: "call?cmd=x&msg=" + text) == .text("{\"cmd\":\"x\",\"params\":\(value)}"))
        #expect(JSONOutcome(url: "call?cmd=x&msg=%5B" + text + "%5D") == .fault(.tooDeep, 15 + 512 * 3))
    }

    @Test(arguments: 0..<40) func decodesEveryLength(length: Int) {
        for escaped in 0..<max(1, length) {
            let text = String((0..<length).map { Character(UnicodeScalar(UInt8(97 + $0 % 26))) })
            var url = text.utf8.map { String(UnicodeScalar($0)) }
            if length > 0 {
                url[escaped] = "%" + String(text.utf8[text.utf8.index(text.startIndex, offsetBy: escaped)], radix: 16)
            }
            let outcome = JSONOutcome(url: "call?msg=%22\(url.joined())%22&cmd=x")
            #expect(outcome == .text("{\"cmd\":\"x\",\"params\":[\"\(text)\"]}"))
        }
    }
}
