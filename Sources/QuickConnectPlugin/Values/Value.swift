/// A value that a request, a reply, an event or a setting carries: JSON's values, whole numbers exact to 64 bits, and
/// bytes and handles beyond JSON.
public enum Value: Sendable {
    /// JSON's null.
    case null
    /// True or false.
    case boolean(Bool)
    /// A whole number from -2^63 to 2^63-1.
    case integer(Int64)
    /// A whole number from 2^63 to 2^64-1; smaller ones are ``integer(_:)``.
    case unsigned(UInt64)
    /// Any other number.
    case double(Double)
    /// Text; any Unicode scalar may stand in it, NUL too.
    case string(String)
    /// A list.
    case array([Value])
    /// Members in order, each key once.
    case object(ValueObject)
    /// Bytes, which travel as they are between native code.
    case bytes([UInt8])
    /// A reference to an object of the host or a plugin.
    case handle(Handle)

    /// The whole number `integer`, in the case that holds its range.
    public init(_ integer: some BinaryInteger & Sendable) {
        if let signed = Int64(exactly: integer) {
            self = .integer(signed)
        } else if let unsigned = UInt64(exactly: integer) {
            self = .unsigned(unsigned)
        } else {
            self = .double(Double(integer))
        }
    }

    /// What kind of value this is.
    public var kind: ValueKind {
        switch self {
        case .null: .null
        case .boolean: .boolean
        case .integer: .integer
        case .unsigned: .unsigned
        case .double: .double
        case .string: .string
        case .array: .array
        case .object: .object
        case .bytes: .bytes
        case .handle: .handle
        }
    }
}

extension Value: Hashable {}

extension Value: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Null.
    public init(nilLiteral: ()) { self = .null }
    /// True or false.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// A whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A double.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// Text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A list.
    public init(arrayLiteral elements: Value...) { self = .array(elements) }
    /// An object; of a key that stands twice the last value counts.
    public init(dictionaryLiteral elements: (String, Value)...) { self = .object(ValueObject(elements)) }
}
