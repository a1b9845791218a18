extension Value: CustomStringConvertible {
    /// The value as a person reads it, in the form of JSON; of bytes their number. For logs, not for parsers.
    public var description: String {
        switch self {
        case .null: "null"
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .unsigned(let value): "\(value)"
        case .double(let value): "\(value)"
        case .string(let value): value.debugDescription
        case .array(let elements): "[" + elements.map(\.description).joined(separator: ", ") + "]"
        case .object(let object): object.description
        case .bytes(let bytes): "(\(bytes.count) bytes)"
        case .handle: "(handle)"
        }
    }
}

extension ValueObject: CustomStringConvertible {
    /// The members as a person reads them, in the form of JSON.
    public var description: String {
        "{" + members.map { "\($0.key.debugDescription): \($0.value)" }.joined(separator: ", ") + "}"
    }
}
