/// The elements of an array in the making.
struct EncodedArray: UnkeyedEncodingContainer {
    let place: EncodedPlace
    var codingPath: [any CodingKey] { place.codingPath }
    var count: Int { place.elementCount }

    func encodeNil() { place.appended().encodeNil() }

    func encode<T: Encodable>(_ value: T) throws { try place.appended().encode(value) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        place.appended().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { place.appended().unkeyedContainer() }

    func superEncoder() -> any Encoder { place.appended() }
}
