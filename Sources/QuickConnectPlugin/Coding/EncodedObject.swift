/// The members of an object in the making.
struct EncodedObject<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let place: EncodedPlace
    var codingPath: [any CodingKey] { place.codingPath }

    func encodeNil(forKey key: Key) { place.member(key).encodeNil() }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try place.member(key).encode(value) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        place.member(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        place.member(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { place.member(PlaceKey(stringValue: "super")) }

    func superEncoder(forKey key: Key) -> any Encoder { place.member(key) }
}
