extension Value {
    /// The boolean, if this is one.
    public var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

    /// The whole number, if this is one that fits 64 bits with a sign.
    public var integer: Int64? { if case .integer(let value) = self { value } else { nil } }

    /// The number, if this is one; whole numbers past 2^53 are rounded.
    public var double: Double? {
        switch self {
        case .double(let value): value
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        default: nil
        }
    }

    /// The text, if this is text.
    public var string: String? { if case .string(let value) = self { value } else { nil } }

    /// The elements, if this is an array.
    public var array: [Value]? { if case .array(let value) = self { value } else { nil } }

    /// The members, if this is an object.
    public var object: ValueObject? { if case .object(let value) = self { value } else { nil } }

    /// The bytes, if this is bytes.
    public var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }

    /// The member `key`; nil if there is none or this is no object.
    public subscript(key: String) -> Value? { object?[key] }

    /// The element at `index`; nil if there is none or this is no array.
    public subscript(index: Int) -> Value? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }
}
