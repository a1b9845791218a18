internal import CQuickConnect

/// One value on the way of a decoding, and how it was reached.
struct DecodedPlace: Decoder, SingleValueDecodingContainer {
    let view: ValueView
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard view.kind == .object else { throw mismatch(type, wanted: "an object") }
        return KeyedDecodingContainer(DecodedObject(view: view, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let elements = view.elements else { throw mismatch([Any].self, wanted: "an array") }
        return DecodedArray(elements: elements, codingPath: codingPath)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { view.raw.kind <= ValueKind.null.rawValue }

    func decode(_ type: Bool.Type) throws -> Bool { try unwrap(view.boolean, type, "true or false") }
    func decode(_ type: String.Type) throws -> String { try unwrap(view.string, type, "a string") }
    func decode(_ type: Double.Type) throws -> Double { try unwrap(view.double, type, "a number") }
    func decode(_ type: Float.Type) throws -> Float { Float(try unwrap(view.double, type, "a number")) }
    func decode(_ type: Int.Type) throws -> Int { try number(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try number(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try number(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try number(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try number(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try number(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try number(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try number(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try number(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try number(type) }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        // A plugin's type may ask for the value as it is.
        if let value = view.value as? T { return value }
        return try T(from: self)
    }

    private func number<T: FixedWidthInteger & Sendable>(_ type: T.Type) throws -> T {
        let exact = view.integer.map { T(exactly: $0) } ?? view.unsigned.map { T(exactly: $0) }
        switch exact {
        case .some(.some(let value)): return value
        case .some(.none): throw mismatch(type, problem: "must be \(T.min) to \(T.max)")
        case .none: throw mismatch(type, wanted: "an integer")
        }
    }

    private func unwrap<T>(_ value: T?, _ type: Any.Type, _ wanted: String) throws -> T {
        guard let value else { throw mismatch(type, wanted: wanted) }
        return value
    }

    private func mismatch(_ type: Any.Type, wanted: String) -> DecodingError {
        mismatch(type, problem: "is \(view.kind?.phrase ?? "a value of an unknown kind"); it must be \(wanted)")
    }

    private func mismatch(_ type: Any.Type, problem: String) -> DecodingError {
        .typeMismatch(type, .init(codingPath: codingPath, debugDescription: problem))
    }
}
