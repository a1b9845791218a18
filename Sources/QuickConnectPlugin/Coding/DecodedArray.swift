internal import CQuickConnect

/// The elements of an array on the way of a decoding.
// It reads request memory that outlives the decoding.
struct DecodedArray: UnkeyedDecodingContainer {
    let elements: UnsafeBufferPointer<qc_value>
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0

    init(elements: UnsafeBufferPointer<qc_value>, codingPath: [any CodingKey]) {
        self.elements = elements
        self.codingPath = codingPath
    }

    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, elements[currentIndex].kind <= ValueKind.null.rawValue else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let value = try place().decode(type)
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let container = try place().container(keyedBy: type)
        currentIndex += 1
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try place().unkeyedContainer()
        currentIndex += 1
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let place = try place()
        currentIndex += 1
        return place
    }

    private func place() throws -> DecodedPlace {
        let path = codingPath + [PlaceKey(intValue: currentIndex)]
        guard !isAtEnd else {
            let problem = DecodingError.Context(codingPath: path, debugDescription: "is missing")
            throw DecodingError.valueNotFound(Any.self, problem)
        }
        return DecodedPlace(view: ValueView(elements[currentIndex]), codingPath: path)
    }
}
