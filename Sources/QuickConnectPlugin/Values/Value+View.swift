internal import CQuickConnect

extension Value {
    /// Values inside one another beyond which a value is cut off: deeper ones come from a fault, such as a cycle.
    package static let deepest = 1024

    /// A copy of the value that `view` reads. What is absent, of an unknown kind or deeper than 1024 becomes null.
    public init(_ view: ValueView) { self.init(view, depth: 0) }

    private init(_ view: ValueView, depth: Int) {
        guard depth <= Value.deepest else {
            self = .null
            return
        }
        switch view.kind {
        case .absent, .null, nil: self = .null
        case .boolean: self = .boolean(view.raw.as.boolean)
        case .integer: self = .integer(view.raw.as.integer)
        case .unsigned: self = .unsigned(view.raw.as.unsigned_integer)
        case .double: self = .double(view.raw.as.number)
        case .string: self = .string(view.string ?? "")
        case .bytes: self = .bytes(view.bytes.map { [UInt8]($0) } ?? [])
        case .array: self = .array(view.elements?.map { Value(ValueView($0), depth: depth + 1) } ?? [])
        case .object: self = .object(ValueObject(distinct: Value.members(of: view, depth: depth)))
        case .handle: self = view.raw.as.handle.map { .handle(Handle(retaining: $0)) } ?? .null
        }
    }

    private static func members(of view: ValueView, depth: Int) -> [(key: String, value: Value)] {
        view.members?.map {
            (ValueView($0.key).string ?? "", Value(ValueView($0.value), depth: depth + 1))
        } ?? []
    }
}

extension ValueView {
    /// A copy that may be kept.
    public var value: Value { Value(self) }
}
