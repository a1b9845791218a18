internal import CQuickConnect

extension Value {
    /// Values inside one another beyond which a value is refused: deeper ones come from a fault, such as a cycle.
    package static let deepest = 1024

    /// How much of a value is copied, in bytes of the ABI: more than a message of 64 MiB can hold, and an end to values that
    /// hold others again and again.
    package static let mostBytes = 1 << 30

    /// A copy of the value that `view` reads. What is absent or of an unknown kind becomes null, and so does all of a
    /// value that cannot be copied: deeper than 1024, larger than 1 GiB, not UTF-8, or with a key that is no text.
    public init(_ view: ValueView) { self = (try? Value(whole: view)) ?? .null }

    /// As ``init(_:)``, but says why a value cannot be copied.
    ///
    /// - Parameter mostBytes: The most that is copied, in bytes of the ABI.
    /// - Throws: `TOO_DEEP`, also of a value that holds itself; `TOO_LARGE`; `PLUGIN_FAILED` if text is not UTF-8 or a key
    ///   no text.
    package init(whole view: ValueView, mostBytes: Int = Value.mostBytes) throws(CommandError) {
        var copier = ValueCopier(bytes: mostBytes)
        self = try copier.copy(view)
    }
}

/// One copy of a value that a plugin gave, which may break every rule.
private struct ValueCopier {
    /// The bytes that may still be copied.
    private var left: Int
    private var depth = 0

    init(bytes: Int) { left = bytes }

    mutating func copy(_ view: ValueView) throws(CommandError) -> Value {
        try take(MemoryLayout<qc_value>.size)
        switch view.kind {
        case .absent, .null, nil: return .null
        case .boolean: return .boolean(view.boolean ?? false)
        case .integer: return .integer(view.raw.as.integer)
        case .unsigned: return .unsigned(view.raw.as.unsigned_integer)
        case .double: return .double(view.raw.as.number)
        case .string: return .string(try text(view))
        case .bytes: return .bytes(try bytes(view))
        case .array: return .array(try elements(view))
        case .object: return .object(ValueObject(distinct: try members(view)))
        case .handle: return view.raw.as.handle.map { .handle(Handle(retaining: $0)) } ?? .null
        }
    }

    private mutating func take(_ bytes: Int) throws(CommandError) {
        guard bytes <= left else { throw ValueCopier.fault(.tooLarge, "takes too much memory to be copied") }
        left -= bytes
    }

    private mutating func text(_ view: ValueView) throws(CommandError) -> String {
        guard let utf8 = view.utf8 else { throw ValueCopier.fault(.pluginFailed, "has a key that is no text") }
        try take(utf8.count)
        guard let text = String(validating: utf8, as: UTF8.self) else {
            throw ValueCopier.fault(.pluginFailed, "holds text that is not UTF-8")
        }
        return text
    }

    private mutating func bytes(_ view: ValueView) throws(CommandError) -> [UInt8] {
        guard let bytes = view.bytes else { return [] }
        try take(bytes.count)
        return [UInt8](bytes)
    }

    private mutating func elements(_ view: ValueView) throws(CommandError) -> [Value] {
        guard let raw = view.elements, !raw.isEmpty else { return [] }
        try open(raw.count * MemoryLayout<qc_value>.size)
        var copies: [Value] = []
        copies.reserveCapacity(raw.count)
        for element in raw { copies.append(try copy(ValueView(element))) }
        depth -= 1
        return copies
    }

    private mutating func members(_ view: ValueView) throws(CommandError) -> [(key: String, value: Value)] {
        guard let raw = view.members, !raw.isEmpty else { return [] }
        try open(raw.count * MemoryLayout<qc_member>.size)
        var copies: [(key: String, value: Value)] = []
        copies.reserveCapacity(raw.count)
        for member in raw { copies.append((try text(ValueView(member.key)), try copy(ValueView(member.value)))) }
        depth -= 1
        return copies
    }

    /// Goes into an array or object. It gives up at the first that is too deep: of a value that holds itself twice there is
    /// no end of them.
    private mutating func open(_ bytes: Int) throws(CommandError) {
        guard depth < Value.deepest else {
            throw ValueCopier.fault(.tooDeep, "is more than \(Value.deepest) deep, or holds itself")
        }
        // Before room for them is set aside.
        guard bytes <= left else { throw ValueCopier.fault(.tooLarge, "takes too much memory to be copied") }
        depth += 1
    }

    private static func fault(_ code: ErrorCode, _ what: String) -> CommandError {
        CommandError(code, "the value \(what); tell the author of the plugin that gave it")
    }
}

extension ValueView {
    /// A copy that may be kept.
    public var value: Value { Value(self) }
}
