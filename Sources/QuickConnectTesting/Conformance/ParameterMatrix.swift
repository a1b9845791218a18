internal import QuickConnectPlugin

/// Parameter lists that no command wants: of wrong types, counts and sizes, the same for the same seed.
struct ParameterMatrix {
    /// A list, and what it is called where a command did not survive it.
    struct Entry {
        let name: String
        let parameters: [Value]
    }

    let entries: [Entry]

    init(seed: UInt64) {
        var random = SplitMix(state: seed)
        let kinds = ParameterMatrix.kinds
        var entries = [Entry(name: "no parameters", parameters: [])]
        entries += kinds.map { Entry(name: "one parameter, \($0.name)", parameters: [$0.value]) }
        entries += (0..<24).map { index in
            let count = Int.random(in: 2...5, using: &random)
            let picked = (0..<count).map { _ in kinds.randomElement(using: &random) ?? kinds[0] }
            return Entry(
                name: "list \(index) (\(picked.map(\.name).joined(separator: ", ")))", parameters: picked.map(\.value))
        }
        entries.append(Entry(name: "10000 parameters", parameters: Array(repeating: 7, count: 10_000)))
        self.entries = entries
    }

    private static let kinds: [(name: String, value: Value)] = [
        ("null", nil), ("true", true), ("zero", 0), ("-1", -1), ("the least integer", .integer(.min)),
        ("the greatest integer", .integer(.max)), ("2^64-1", .unsigned(.max)), ("a half", 0.5),
        ("infinity", .double(.infinity)), ("not a number", .double(.nan)), ("an empty string", ""), ("a word", "word"),
        ("a string with NUL", "a\0b"), ("a path", "../../etc/passwd"), ("text in many scripts", "Grüße 😀 \u{202E}x\n"),
        ("100000 bytes of text", .string(String(repeating: "x", count: 100_000))), ("an empty array", []),
        ("a mixed array", [1, "two", [3.0, nil]]), ("an empty object", [:]), ("an object", ["level": 1, "": [:]]),
        ("an object of 1000 members", .object(ValueObject((0..<1000).map { ("key\($0)", Value($0)) }))),
        ("500 arrays inside one another", (0..<500).reduce(.null) { inner, _ in .array([inner]) }),
        ("bytes", .bytes([0, 255, 10])),
    ]
}

/// Sebastiano Vigna's SplitMix64. <https://prng.di.unimi.it/splitmix64.c>
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
