import QuickConnect
import QuickConnectPlugin
import Testing

/// Random changes to good messages. Each seed gives the same ones in every run.
@Suite struct MutationTests {
    private static let seeds = [
        #"{"a":1,"b":[true,false,null,-0.0,1e-7],"c":{"d":"é\u00e9\ud83d\ude00","e":""}}"#,
        #"[18446744073709551615,18446744073709551616,-9223372036854775809,1e308,1e400,0.1]"#,
        #"{"k":1,"\u006b":2,"k":{"k":[],"k":{}}}"#, "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u2028\u{2028}\"",
        " [ [ [ ] , { } ] ] ",
        #"{"v":1,"id":"abc","cmd":"log","params":[1,"two"],"reply":true,"timeout":100}"#,
        "call?cmd=play&msg=%5B%22recordedFile.caf%22%2C%22start%22%5D", "call?msg=%7B%22a%22%3A1%7D&cmd=a%20b",
    ]
    private static let pieces =
        [
            "\"", "\\", "\\u", "\\ud800", "\\udc00", "[", "]", "{", "}", ",", ":", "0", "-", "1e",
            "99999999999999999999", ".", "e+9",
            "true", "nul", " ", "\n", "\0", "%", "%2", "%00", "%FF", "&", "=", "cmd", "msg", "\"id\":1,", "é",
            "\u{2028}", "/", "+",
        ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF0, 0x9F]]

    private static func mutated(using generator: inout SplitMix) -> [UInt8] {
        var bytes = Array((seeds.randomElement(using: &generator) ?? "").utf8)
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let start = Int.random(in: 0...bytes.count, using: &generator)
            let end = Int.random(in: start...min(bytes.count, start + 6), using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes.replaceSubrange(start..<end, with: [])
            case 1: bytes.insert(contentsOf: pieces.randomElement(using: &generator) ?? [], at: start)
            case 2: bytes.insert(contentsOf: bytes[start..<end], at: start)
            default: if start < bytes.count { bytes[start] ^= 1 << UInt8.random(in: 0..<8, using: &generator) }
            }
        }
        return bytes
    }

    @Test(arguments: 1...4) func simdjsonAndTheScannerAgree(seed: UInt64) {
        var generator = SplitMix(seed: seed)
        for _ in 0..<5000 {
            let bytes = MutationTests.mutated(using: &generator)
            let outcome = JSONOutcome(of: bytes)
            let fault = bytes.withUnsafeBytes { JSONText.firstFault(in: $0) }
            if case .fault(let code, let offset) = outcome {
                #expect(fault?.code == code && fault?.offset == offset, "\(bytes)")
                #expect(offset <= bytes.count)
            } else {
                #expect(fault == nil, "\(bytes)")
            }
        }
    }

    @Test(arguments: 1...4) func whatIsWrittenReadsBackTheSame(seed: UInt64) {
        var generator = SplitMix(seed: seed &+ 100)
        for _ in 0..<5000 {
            guard case .text(let text) = JSONOutcome(of: MutationTests.mutated(using: &generator)) else { continue }
            #expect(JSONOutcome(text) == .text(text))
        }
    }

    @Test(arguments: 1...4, [false, true]) func everyURLIsReadOrRefused(seed: UInt64, compatibility: Bool) {
        var generator = SplitMix(seed: seed &+ 200)
        for _ in 0..<5000 {
            let url = MutationTests.mutated(using: &generator)
            switch JSONOutcome(url: url, compatibility: compatibility) {
            case .text(let text): #expect(JSONOutcome(text) == .text(text), "\(url)")
            case .fault(_, let offset): #expect(0...url.count ~= offset, "\(url)")
            }
        }
    }

    @Test(arguments: 1...4) func everyEnvelopeIsReadOrRefused(seed: UInt64) {
        var generator = SplitMix(seed: seed &+ 300)
        var reader = MessageReader()
        for _ in 0..<5000 {
            let bytes = MutationTests.mutated(using: &generator)
            do {
                try bytes.withUnsafeBytes { try reader.readEnvelope($0) }
                #expect(reader.message.commandLength > 0)
            } catch {
                #expect(error is MessageError)
            }
            var writer = JSONWriter()
            #expect(throws: Never.self, "\(bytes)") { try writer.write(reader.message.id) }
        }
    }
}
