internal import CQuickConnect

extension Value {
    /// Values inside one another beyond which a value is refused: deeper ones come from a fault, such as a cycle.
    package static let deepest = 1024

    /// A copy of the value that `view` reads. What is absent or of an unknown kind becomes null, and so does all of a
    /// value that is deeper than 1024.
    public init(_ view: ValueView) { self = Value(whole: view) ?? .null }

    /// As ``init(_:)``; nil of a value that is deeper than 1024, such as one that holds itself.
    // It gives up at the first that is too deep: of one that holds itself twice there is no end of them.
    package init?(whole view: ValueView) {
        guard let copy = Value.copy(view, depth: 0) else { return nil }
        self = copy
    }

    private static func copy(_ view: ValueView, depth: Int) -> Value? {
        guard depth <= deepest else { return nil }
        switch view.kind {
        case .absent, .null, nil: return .null
        case .boolean: return .boolean(view.boolean ?? false)
        case .integer: return .integer(view.raw.as.integer)
        case .unsigned: return .unsigned(view.raw.as.unsigned_integer)
        case .double: return .double(view.raw.as.number)
        case .string: return .string(view.string ?? "")
        case .bytes: return .bytes(view.bytes.map { [UInt8]($0) } ?? [])
        case .array: return elements(of: view, depth: depth).map { .array($0) }
        case .object: return members(of: view, depth: depth).map { .object(ValueObject(distinct: $0)) }
        case .handle: return view.raw.as.handle.map { .handle(Handle(retaining: $0)) } ?? .null
        }
    }

    private static func elements(of view: ValueView, depth: Int) -> [Value]? {
        guard let raw = view.elements else { return [] }
        var copies: [Value] = []
        copies.reserveCapacity(raw.count)
        for element in raw {
            guard let copy = copy(ValueView(element), depth: depth + 1) else { return nil }
            copies.append(copy)
        }
        return copies
    }

    private static func members(of view: ValueView, depth: Int) -> [(key: String, value: Value)]? {
        guard let raw = view.members else { return [] }
        var copies: [(key: String, value: Value)] = []
        copies.reserveCapacity(raw.count)
        for member in raw {
            guard let copy = copy(ValueView(member.value), depth: depth + 1) else { return nil }
            copies.append((ValueView(member.key).string ?? "", copy))
        }
        return copies
    }
}

extension ValueView {
    /// A copy that may be kept.
    public var value: Value { Value(self) }
}
