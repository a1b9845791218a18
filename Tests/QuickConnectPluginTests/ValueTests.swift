import CQuickConnect
import Testing

@testable import QuickConnectPlugin

@Suite struct ValueTests {
    @Test func isWrittenAsALiteral() {
        let value: Value = [
            "null": nil, "flag": true, "whole": -1, "part": 0.5, "text": "\(1)", "list": [1, []], "none": [:],
        ]
        let members: [(String, Value)] = [
            ("null", .null), ("flag", .boolean(true)), ("whole", .integer(-1)), ("part", .double(0.5)),
            ("text", .string("1")), ("list", .array([.integer(1), .array([])])), ("none", .object(ValueObject())),
        ]
        #expect(value == .object(ValueObject(members)))
        #expect(value.object?.members.map(\.key) == members.map(\.0))
    }

    @Test func holdsWholeNumbersInTheCaseOfTheirRange() {
        #expect(Value(Int64.min) == .integer(.min))
        #expect(Value(UInt64(Int64.max)) == .integer(.max))
        #expect(Value(UInt64(Int64.max) + 1) == .unsigned(1 << 63))
        #expect(Value(UInt64.max) == .unsigned(.max))
        #expect(Value(Int8(-1)) == -1)
    }

    @Test func keepsKindsApart() {
        #expect(Value.integer(1) != .double(1))
        #expect(Value.integer(1) != .boolean(true))
        #expect(Value.null != .boolean(false))
        #expect(Value.string("") != .bytes([]))
        #expect(Value.array([]) != .object(ValueObject()))
    }

    @Test func countsTheLastOfARepeatedKeyAtItsFirstPlace() {
        let object = ValueObject([("a", 1), ("b", 2), ("a", 3)])
        #expect(object.members.map(\.key) == ["a", "b"])
        #expect(object["a"] == 3 && object["b"] == 2 && object["c"] == nil)
    }

    @Test func comparesObjectsWithoutTheirOrder() {
        #expect(ValueObject([("a", 1), ("b", 2)]) == ValueObject([("b", 2), ("a", 1)]))
        #expect(ValueObject([("a", 1), ("b", 2)]).hashValue == ValueObject([("b", 2), ("a", 1)]).hashValue)
        #expect(ValueObject([("a", 1)]) != ValueObject([("a", 1), ("b", nil)]))
        #expect(ValueObject([("a", 1)]) != ValueObject([("a", 2)]))
    }

    @Test func changesTheMembersOfAnObject() {
        var object = ValueObject([("a", 1), ("b", 2)])
        object["c"] = 3
        object["a"] = 4
        object["b"] = nil
        object["z"] = nil
        #expect(object.members.map(\.key) == ["a", "c"])
        #expect(object["a"] == 4 && object.count == 2)
    }

    @Test func readsPartsInPlaceOfTheWhole() {
        let value: Value = ["list": [1, ["deep": "x"]]]
        #expect(value["list"]?[1]?["deep"] == "x")
        #expect(value["list"]?[2] == nil && value["list"]?[-1] == nil && value[0] == nil && value["none"] == nil)
        #expect(Value.unsigned(.max).double == 0x1p64 && Value.unsigned(.max).integer == nil)
    }

    private static let roundTrips: [Value] = [
        nil, true, false, 0, .integer(.min), .integer(.max), .unsigned(1 << 63), .unsigned(.max), 0.0, -0.0, 1e308,
        .double(.infinity), "", "text", "nul\0inside", "\0", "\u{1F600}\u{2028}", .bytes([]), .bytes([0, 1, 255]), [],
        [:],
        [[], [:], [[[]]]], ["": ""], ["a\0b": ["c": [1, nil, "x"]]], .array(Array(repeating: "many", count: 1000)),
    ]

    @Test(arguments: roundTrips) func comesBackFromTheABIAsItWas(value: Value) {
        let copy = withTemporaryValue(value) { Value(ValueView($0.pointee)) }
        #expect(copy == value)
        #expect(withTemporaryValue(value) { ValueView($0.pointee).kind } == value.kind)
    }

    @Test func endsEveryStringWithANul() throws {
        let ends = withTemporaryValue("nul\0inside") { raw in
            (raw.pointee.length, raw.pointee.as.string[Int(raw.pointee.length)])
        }
        let (length, end) = try #require(ends)
        #expect(length == 10 && end == 0)
    }

    @Test func storesAWholeTreeInOneBlock() {
        var blocks = 0
        var block: UnsafeMutableRawPointer?
        let stored = Value.array(["a", ["b", ["k": .bytes([1])]]]).stored { bytes in
            blocks += 1
            block = .allocate(byteCount: bytes, alignment: 16)
            return block
        }
        defer { block?.deallocate() }
        #expect(stored != nil && blocks == 1)
        #expect(Value.integer(1).stored { _ in nil } != nil)
        #expect(Value.string("x").stored { _ in nil } == nil)
    }

    private func nested(_ depth: Int) -> Value { (0..<depth).reduce(.null) { inner, _ in .array([inner]) } }

    @Test func goesAsDeepAsTheLimitAndNoDeeper() {
        #expect(withTemporaryValue(nested(1024)) { Value(ValueView($0.pointee)) } == nested(1024))
        #expect(withTemporaryValue(nested(1025)) { _ in true } == nil)
    }

    @Test func storesNoValueThatStandsForMoreThanMemoryHolds() {
        // Each level holds the next one twice.
        let shared = (0..<200).reduce(Value.bytes([UInt8](repeating: 0, count: 1 << 20))) { inner, _ in [inner, inner] }
        #expect(shared.stored { _ in UnsafeMutableRawPointer(bitPattern: 16) } == nil)
    }

    @Test(.timeLimit(.minutes(1))) func endsTheCopyOfAValueThatHoldsOthersAgainAndAgain() {
        let levels = UnsafeMutablePointer<qc_value>.allocate(capacity: 200)
        defer { levels.deallocate() }
        for index in 0..<100 {
            let value = qc_value(
                kind: ValueKind.array.rawValue, length: index == 0 ? 0 : 2,
                as: .init(elements: index == 0 ? nil : levels + 2 * (index - 1)))
            (levels + 2 * index).initialize(repeating: value, count: 2)
        }
        let error = #expect(throws: CommandError.self) {
            try Value(whole: ValueView(levels[198]), mostBytes: 1 << 16)
        }
        #expect(error?.code == .tooLarge)
        #expect(throws: Never.self) { try Value(whole: ValueView(levels[20]), mostBytes: 1 << 16) }
    }

    @Test func copiesNothingOfAValueThatIsTooDeep() {
        let levels = UnsafeMutablePointer<qc_value>.allocate(capacity: 1025)
        defer { levels.deallocate() }
        for index in 0..<1025 {
            levels[index] = qc_value(
                kind: ValueKind.array.rawValue, length: index == 1024 ? 0 : 1, as: .init(elements: levels + index + 1))
        }
        #expect(Value(ValueView(levels[0])) == (0..<1024).reduce([]) { inner, _ in .array([inner]) })
        levels[1024].length = 1
        levels[1024].as.elements = UnsafePointer(levels)
        #expect(Value(ValueView(levels[0])) == .null)
        let reply = Reply(
            qc_reply(
                size: 0, kind: 0, value: levels[0], stage: 0, reserved: 0, object: nil, code: nil, message: nil,
                data: qc_value()))
        guard case .error(let error) = reply else {
            Issue.record("no error")
            return
        }
        #expect(error.code == .tooDeep)
    }

    @Test func retainsAndReleasesAHandleEvenly() throws {
        let handle = FakeHandle()
        do {
            let value = Value.handle(Handle(retaining: handle.raw))
            #expect(handle.retainCount == 1)
            let copy = withTemporaryValue([value]) { Value(ValueView($0.pointee)) }
            #expect(handle.retainCount == 2)
            #expect(copy == [value])
        }
        #expect(handle.retainCount == 0)
    }

    @Test func isPrintedAsJSON() {
        let value: Value = ["text": "a \"b\"", "list": [nil, true, -1, 0.5], "none": [:], "bytes": .bytes([1, 2])]
        #expect("\(value)" == #"{"text": "a \"b\"", "list": [null, true, -1, 0.5], "none": {}, "bytes": (2 bytes)}"#)
    }

    @Test func readsAKeyByteForByte() {
        // Composed and decomposed, which Swift's strings take for equal.
        let value: Value = .object(ValueObject([("e\u{0301}", 1)]))
        withTemporaryValue(value) { raw in
            #expect(ValueView(raw.pointee)["e\u{0301}"]?.integer == 1)
            #expect(ValueView(raw.pointee)["\u{00E9}"] == nil)
        }
    }
}
