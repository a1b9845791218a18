import Testing

@testable import QuickConnectPlugin

@Suite struct EncodingTests {
    struct Inner: Encodable {
        var numbers: [Int]
        var none: Int?
        var raw: Value
    }

    struct Outer: Encodable {
        var b: String
        var a: Inner
        var big: UInt64
        var list: [[Double]]
        var empty: [String: Int]
    }

    private func encoded(_ value: some Encodable) throws -> Value? {
        if case .value(let value) = try Outcome.encoding(value) { value } else { nil }
    }

    @Test func encodesNestedTypesInTheOrderOfTheirMembers() throws {
        let inner = Inner(numbers: [1, -1], none: nil, raw: [.bytes([1]), "x"])
        let value = try encoded(Outer(b: "t", a: inner, big: .max, list: [[], [0.5]], empty: [:]))
        #expect(
            value == [
                "b": "t", "a": ["numbers": [1, -1], "raw": [.bytes([1]), "x"]], "big": .unsigned(.max),
                "list": [[], [0.5]], "empty": [:],
            ])
        #expect(value?.object?.members.map(\.key) == ["b", "a", "big", "list", "empty"])
    }

    @Test func encodesValuesThatStandAlone() throws {
        #expect(try encoded(true) == true)
        #expect(try encoded(Int8(-3)) == -3)
        #expect(try encoded(Float(0.5)) == 0.5)
        #expect(try encoded("text") == "text")
        #expect(try encoded([Int]()) == [])
        #expect(try encoded(Int?.none) == Value.null)
        #expect(try encoded(UInt.max) == .unsigned(UInt64.max))
    }

    @Test func goesThroughACoderAndBack() throws {
        let trip = DecodingTests.Trip(
            from: .init(name: "a", floor: nil), stops: [.init(name: "b", floor: -128, tags: ["x"])], extra: ["k": 1.5])
        let value = try #require(try encoded(trip))
        let fake = try FakeRequest([value])
        #expect(try fake.parameters.decode(DecodingTests.Trip.self, at: 0) == trip)
    }

    @Test func saysThatATypeRefuses() {
        struct Never: Encodable {
            struct Reason: Error {}
            func encode(to encoder: any Encoder) throws { throw Reason() }
        }
        let text = refusal { try Outcome.encoding(Never()) }
        #expect(text == "the result cannot be encoded: Reason()")
    }
}
