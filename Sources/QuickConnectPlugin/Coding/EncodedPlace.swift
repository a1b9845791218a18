/// One value in the making; containers that it gave out write into it.
final class EncodedPlace: Encoder, SingleValueEncodingContainer {
    private enum Content {
        case value(Value)
        case array([EncodedPlace])
        case object([(String, EncodedPlace)])
    }

    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    private var content = Content.value(.null)

    init(codingPath: [any CodingKey]) { self.codingPath = codingPath }

    /// What was encoded so far.
    var value: Value {
        switch content {
        case .value(let value): value
        case .array(let places): .array(places.map(\.value))
        case .object(let members): .object(ValueObject(members.map { ($0.0, $0.1.value) }))
        }
    }

    var elementCount: Int { if case .array(let places) = content { places.count } else { 0 } }

    func appended() -> EncodedPlace {
        var places: [EncodedPlace] = if case .array(let places) = content { places } else { [] }
        let place = EncodedPlace(codingPath: codingPath + [PlaceKey(intValue: places.count)])
        places.append(place)
        content = .array(places)
        return place
    }

    func member(_ key: any CodingKey) -> EncodedPlace {
        var members: [(String, EncodedPlace)] = if case .object(let members) = content { members } else { [] }
        let place = EncodedPlace(codingPath: codingPath + [key])
        members.append((key.stringValue, place))
        content = .object(members)
        return place
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if case .object = content {} else { content = .object([]) }
        return KeyedEncodingContainer(EncodedObject(place: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .array = content {} else { content = .array([]) }
        return EncodedArray(place: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() { content = .value(.null) }
    func encode(_ value: Bool) { content = .value(.boolean(value)) }
    func encode(_ value: String) { content = .value(.string(value)) }
    func encode(_ value: Double) { content = .value(.double(value)) }
    func encode(_ value: Float) { content = .value(.double(Double(value))) }
    func encode(_ value: Int) { content = .value(Value(value)) }
    func encode(_ value: Int8) { content = .value(Value(value)) }
    func encode(_ value: Int16) { content = .value(Value(value)) }
    func encode(_ value: Int32) { content = .value(Value(value)) }
    func encode(_ value: Int64) { content = .value(Value(value)) }
    func encode(_ value: UInt) { content = .value(Value(value)) }
    func encode(_ value: UInt8) { content = .value(Value(value)) }
    func encode(_ value: UInt16) { content = .value(Value(value)) }
    func encode(_ value: UInt32) { content = .value(Value(value)) }
    func encode(_ value: UInt64) { content = .value(Value(value)) }

    func encode<T: Encodable>(_ value: T) throws {
        if let value = value as? Value {
            content = .value(value)
        } else {
            try value.encode(to: self)
        }
    }
}
