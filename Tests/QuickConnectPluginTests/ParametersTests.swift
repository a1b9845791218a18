import Testing

@testable import QuickConnectPlugin

@Suite struct ParametersTests {
    private static let one: [(Value, String)] = [
        (nil, "null"), (true, "a boolean"), (7, "an integer"), (.unsigned(.max), "an integer"), (1.5, "a number"),
        ("text", "a string"), ([1], "an array"), (["a": 1], "an object"), (.bytes([1]), "bytes"),
    ]

    @Test func readsEachType() throws {
        let fake = try FakeRequest([
            true, 7, 1.5, "text\0more", [1, "two"], ["a": nil], .bytes([0, 255]), .unsigned(UInt64(Int64.max) + 1), -3,
        ])
        let parameters = fake.parameters
        #expect(parameters.count == 9)
        #expect(try parameters.boolean(at: 0))
        #expect(try parameters.integer(at: 1) == 7)
        #expect(try parameters.number(at: 1) == 7)
        #expect(try parameters.number(at: 2) == 1.5)
        #expect(try parameters.string(at: 3) == "text\0more")
        #expect(try Array(parameters.utf8(at: 3)) == Array("text\0more".utf8))
        #expect(try parameters.array(at: 4) == [1, "two"])
        #expect(try parameters.object(at: 5) == ValueObject([("a", .null)]))
        #expect(try parameters.bytes(at: 6) == [0, 255])
        #expect(try parameters.number(at: 7) == 0x1p63)
        #expect(parameters[7].unsigned == 1 << 63)
        #expect(parameters[8].unsigned == nil)
        #expect(parameters.values.count == 9)
    }

    @Test(arguments: one) func namesThePositionAndTheTypeFound(value: Value, phrase: String) throws {
        let fake = try FakeRequest([nil, value])
        let parameters = fake.parameters
        let found = "parameter 1 is \(phrase); it must be "
        let refusals: [(ValueKind, String?, String)] = [
            (.boolean, refusal { try parameters.boolean(at: 1) }, "true or false"),
            (.integer, refusal { try parameters.integer(at: 1) }, "an integer"),
            (.double, refusal { try parameters.number(at: 1) }, "a number"),
            (.string, refusal { try parameters.string(at: 1) }, "a string"),
            (.string, refusal { try parameters.utf8(at: 1) }, "a string"),
            (.array, refusal { try parameters.array(at: 1) }, "an array"),
            (.object, refusal { try parameters.object(at: 1) }, "an object"),
            (.bytes, refusal { try parameters.bytes(at: 1) }, "bytes"),
            (.handle, refusal { try parameters.handle(at: 1) }, "a handle"),
        ]
        for (kind, text, wanted) in refusals {
            let isNumber = kind == .double && [.integer, .unsigned].contains(value.kind)
            #expect(text == (value.kind == kind || isNumber ? nil : found + wanted))
        }
    }

    @Test(arguments: [-1, 2, Int.max, Int.min]) func readsNothingOutside(index: Int) throws {
        let fake = try FakeRequest([1, 2])
        #expect(fake.parameters[index].isAbsent)
        #expect(fake.parameters.isEmpty(at: index))
        if index > 0 {
            let text = refusal { try fake.parameters.integer(at: index) }
            #expect(text == "parameter \(index) is missing; it must be an integer")
            let decoded = refusal { try fake.parameters.decode(Int.self, at: index) }
            #expect(decoded?.hasPrefix("parameter \(index) is missing") == true)
        }
    }

    @Test(arguments: [(0, nil), (10, nil), (-1, "-1"), (11, "11")] as [(Value, String?)])
    func checksTheRangeOfAnInteger(value: Value, shown: String?) throws {
        let fake = try FakeRequest([value])
        let text = refusal { try fake.parameters.integer(at: 0, in: 0...10) }
        #expect(text == shown.map { "parameter 0 is \($0); it must be 0 to 10" })
    }

    @Test func checksHowManyThereAre() throws {
        let fake = try FakeRequest([1, 2])
        #expect(refusal { try fake.parameters.expect(count: 2) } == nil)
        #expect(refusal { try fake.parameters.expect(count: 0...2) } == nil)
        #expect(
            refusal { try fake.parameters.expect(count: 1) }
                == "1 parameter is needed and 2 were given")
        #expect(
            refusal { try fake.parameters.expect(count: 3...4) }
                == "3 to 4 parameters are needed and 2 were given")
    }

    @Test func takesNullAndNothingForEmpty() throws {
        let fake = try FakeRequest([nil, false, ""])
        #expect(fake.parameters.isEmpty(at: 0))
        #expect(!fake.parameters.isEmpty(at: 1))
        #expect(!fake.parameters.isEmpty(at: 2))
        #expect(fake.parameters.isEmpty(at: 3))
    }

    @Test func keepsAHandleAsLongAsItIsHeld() throws {
        let handle = FakeHandle()
        do {
            let fake = try FakeRequest([.handle(Handle(retaining: handle.raw))])
            // Stored, it is borrowed: the parameter list that held it is gone.
            #expect(handle.retainCount == 0)
            let kept = try fake.parameters.handle(at: 0)
            #expect(handle.retainCount == 1)
            #expect(kept.type == "qc.fake/1")
        }
        #expect(handle.retainCount == 0)
    }
}
