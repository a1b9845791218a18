internal import CQuickConnect

/// What a value is, as `qc_kind` numbers it.
public enum ValueKind: UInt32, Sendable {
    /// Nothing was given.
    case absent = 0
    /// JSON's null.
    case null = 1
    /// True or false.
    case boolean = 2
    /// A whole number from -2^63 to 2^63-1.
    case integer = 3
    /// A whole number from 2^63 to 2^64-1.
    case unsigned = 4
    /// Any other number.
    case double = 5
    /// Text.
    case string = 6
    /// A list of values.
    case array = 7
    /// Values by key.
    case object = 8
    /// Bytes.
    case bytes = 9
    /// A reference to an object of the host or a plugin.
    case handle = 10

    /// The kind with its article, as it stands in messages: "a string".
    public var phrase: String {
        switch self {
        case .absent: "nothing"
        case .null: "null"
        case .boolean: "a boolean"
        case .integer, .unsigned: "an integer"
        case .double: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        case .bytes: "bytes"
        case .handle: "a handle"
        }
    }
}
