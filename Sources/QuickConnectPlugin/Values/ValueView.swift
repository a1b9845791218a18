public import CQuickConnect

/// A value in a request's memory, read in place: nothing is copied until it is asked for.
///
/// It is valid as long as the request it came from: until the command object answers. Keep ``value`` for longer.
@frozen public struct ValueView {
    /// The value of the plugin ABI.
    public let raw: qc_value

    /// Reads `raw`, whose memory must stay as it is for as long as this is used.
    @inlinable public init(_ raw: qc_value) { self.raw = raw }

    /// What kind of value this is; nil for one that this version does not know.
    @inlinable public var kind: ValueKind? { ValueKind(rawValue: raw.kind) }

    /// True if nothing was given.
    @inlinable public var isAbsent: Bool { raw.kind == ValueKind.absent.rawValue }

    /// The boolean, if this is one.
    @inlinable public var boolean: Bool? {
        // Read as a byte: Swift's `Bool` must be 0 or 1, and a plugin may have left anything.
        raw.kind == ValueKind.boolean.rawValue ? raw.as.bits & 0xFF != 0 : nil
    }

    /// The whole number, if this is one that fits 64 bits with a sign.
    @inlinable public var integer: Int64? { raw.kind == ValueKind.integer.rawValue ? raw.as.integer : nil }

    /// The whole number, if this is one that is not negative.
    @inlinable public var unsigned: UInt64? {
        if raw.kind == ValueKind.unsigned.rawValue { return raw.as.unsigned_integer }
        return integer.flatMap(UInt64.init(exactly:))
    }

    /// The number, if this is one; whole numbers past 2^53 are rounded.
    @inlinable public var double: Double? {
        switch raw.kind {
        case ValueKind.double.rawValue: raw.as.number
        case ValueKind.integer.rawValue: Double(raw.as.integer)
        case ValueKind.unsigned.rawValue: Double(raw.as.unsigned_integer)
        default: nil
        }
    }

    /// The UTF-8 of the text in place, without its NUL, if this is text.
    @inlinable public var utf8: UnsafeBufferPointer<UInt8>? {
        guard raw.kind == ValueKind.string.rawValue else { return nil }
        let start = UnsafeRawPointer(raw.as.string)?.assumingMemoryBound(to: UInt8.self)
        return UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(raw.length))
    }

    /// A copy of the text, if this is text.
    @inlinable public var string: String? { utf8.map { String(decoding: $0, as: UTF8.self) } }

    /// The bytes in place, if this is bytes.
    @inlinable public var bytes: UnsafeBufferPointer<UInt8>? {
        guard raw.kind == ValueKind.bytes.rawValue else { return nil }
        return UnsafeBufferPointer(start: raw.as.bytes, count: raw.as.bytes == nil ? 0 : Int(raw.length))
    }

    /// The elements in place, if this is an array.
    @inlinable public var elements: UnsafeBufferPointer<qc_value>? {
        guard raw.kind == ValueKind.array.rawValue else { return nil }
        return UnsafeBufferPointer(start: raw.as.elements, count: raw.as.elements == nil ? 0 : Int(raw.length))
    }

    /// The members in place, if this is an object.
    @inlinable public var members: UnsafeBufferPointer<qc_member>? {
        guard raw.kind == ValueKind.object.rawValue else { return nil }
        return UnsafeBufferPointer(start: raw.as.members, count: raw.as.members == nil ? 0 : Int(raw.length))
    }

    /// The element at `index`; nil if there is none or this is no array.
    @inlinable public subscript(index: Int) -> ValueView? {
        guard let elements, elements.indices.contains(index) else { return nil }
        return ValueView(elements[index])
    }

    /// The member `key`; nil if there is none or this is no object. O(members).
    public subscript(key: String) -> ValueView? {
        members?.first { ValueView($0.key).matches(key) }.map { ValueView($0.value) }
    }

    /// True if this is the text `key`, byte for byte.
    package func matches(_ key: String) -> Bool { utf8.map { $0.elementsEqual(key.utf8) } ?? false }
}
