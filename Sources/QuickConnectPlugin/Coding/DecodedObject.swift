internal import CQuickConnect

/// The members of an object on the way of a decoding.
struct DecodedObject<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let view: ValueView
    let codingPath: [any CodingKey]

    var allKeys: [Key] {
        view.members?.compactMap { ValueView($0.key).string.flatMap(Key.init(stringValue:)) } ?? []
    }

    func contains(_ key: Key) -> Bool { view[key.stringValue] != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try place(key).decodeNil() }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try place(key).decode(type) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try place(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try place(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { DecodedPlace(view: view, codingPath: codingPath) }

    func superDecoder(forKey key: Key) throws -> any Decoder { try place(key) }

    private func place(_ key: Key) throws -> DecodedPlace {
        guard let member = view[key.stringValue] else {
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "is missing"))
        }
        return DecodedPlace(view: member, codingPath: codingPath + [key])
    }
}
