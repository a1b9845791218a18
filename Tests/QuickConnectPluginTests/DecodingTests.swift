import Testing

@testable import QuickConnectPlugin

@Suite struct DecodingTests {
    struct Place: Codable, Equatable {
        var name: String
        var floor: Int8?
        var tags: [String] = []
    }

    struct Trip: Codable, Equatable {
        var from: Place
        var stops: [Place]
        var extra: Value
    }

    enum Mode: String, Codable { case fast, slow }

    private static let place: Value = ["name": "hall", "floor": 3, "tags": ["a", "b"]]

    private func refused<T: Decodable>(_ value: Value, as type: T.Type) throws -> String? {
        let fake = try FakeRequest([nil, value])
        return refusal { try fake.parameters.decode(type, at: 1) }
    }

    @Test func decodesATypeOfAPluginsOwn() throws {
        let fake = try FakeRequest([["from": Self.place, "stops": [Self.place], "extra": [1, nil]]])
        let hall = Place(name: "hall", floor: 3, tags: ["a", "b"])
        let trip = Trip(from: hall, stops: [hall], extra: [1, .null])
        #expect(try fake.parameters.decode(Trip.self, at: 0) == trip)
        #expect(try fake.parameters.decode(Trip.self) == trip)
    }

    @Test func decodesTheParametersAsAList() throws {
        let fake = try FakeRequest([1, 2, 3])
        #expect(try fake.parameters.decode([Int].self) == [1, 2, 3])
        #expect(
            refusal { try fake.parameters.decode([String].self) }
                == "the parameters[0] is an integer; it must be a string")
        #expect(try FakeRequest([]).parameters.decode([Int].self) == [])
    }

    @Test(arguments: [["name": "hall", "tags": []], ["name": "hall", "tags": [], "floor": nil]] as [Value])
    func takesAnOptionalMemberForMissing(value: Value) throws {
        let fake = try FakeRequest([value])
        #expect(try fake.parameters.decode(Place.self, at: 0) == Place(name: "hall", floor: nil))
    }

    @Test func namesThePathToWhatIsWrong() throws {
        let stop: Value = ["name": 7, "tags": []]
        let trip: Value = ["from": Self.place, "stops": [Self.place, stop], "extra": nil]
        #expect(
            try refused(trip, as: Trip.self) == "parameter 1.stops[1].name is an integer; it must be a string")
        #expect(try refused(["name": "x"], as: Place.self) == "parameter 1.tags is missing")
        #expect(try refused([1], as: Place.self) == "parameter 1 is an array; it must be an object")
        #expect(try refused(["a": 1], as: [Int].self) == "parameter 1 is an object; it must be an array")
        #expect(try refused(nil, as: String.self) == "parameter 1 is null; it must be a string")
        #expect(try refused("x", as: Double.self) == "parameter 1 is a string; it must be a number")
        #expect(try refused(1, as: Bool.self) == "parameter 1 is an integer; it must be true or false")
        #expect(try refused(1.5, as: Int.self) == "parameter 1 is a number; it must be an integer")
        #expect(try refused([1, "x"], as: [Int].self) == "parameter 1[1] is a string; it must be an integer")
    }

    @Test func namesARawValueThatThereIsNot() throws {
        let text = try #require(try refused(["a": "fsat"], as: [String: Mode].self))
        #expect(text.hasPrefix("parameter 1.a is refused: "))
        #expect(text.contains("fsat"))
        #expect(try refused(["a": "fast"], as: [String: Mode].self) == nil)
    }

    @Test func missesElementsOfAShortArray() throws {
        struct Pair: Decodable {
            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                _ = try list.decode(Int.self)
                _ = try list.decode(Int.self)
            }
        }
        #expect(try refused([1], as: Pair.self) == "parameter 1[1] is missing")
        #expect(try refused([1, 2], as: Pair.self) == nil)
    }

    @Test func keepsIntegersInTheirRange() throws {
        func limits<T: FixedWidthInteger & Decodable & Sendable>(_ type: T.Type) throws {
            let fake = try FakeRequest([Value(T.min), Value(T.max)])
            #expect(try fake.parameters.decode([T].self) == [T.min, T.max])
            let message = "parameter 1 must be \(T.min) to \(T.max)"
            if T.max < UInt64.max { #expect(try refused(Value(UInt64(T.max) + 1), as: type) == message) }
            if T.min > Int64.min { #expect(try refused(Value(Int64(T.min) - 1), as: type) == message) }
        }
        try limits(Int8.self)
        try limits(Int16.self)
        try limits(Int32.self)
        try limits(Int64.self)
        try limits(Int.self)
        try limits(UInt8.self)
        try limits(UInt16.self)
        try limits(UInt32.self)
        try limits(UInt64.self)
        try limits(UInt.self)
    }

    @Test func decodesAnyValueAsItIs() throws {
        let value: Value = ["a": [.unsigned(.max), .bytes([1]), 1.0, nil], "b": ["c": false]]
        let fake = try FakeRequest([value])
        #expect(try fake.parameters.decode(Value.self, at: 0) == value)
    }

    @Test func passesOnAnErrorOfTheTypesOwn() throws {
        struct Picky: Decodable {
            init(from decoder: any Decoder) throws { throw CommandError(.invalidParameters, "choose another colour") }
        }
        #expect(try refused(1, as: Picky.self) == "choose another colour")
    }
}
