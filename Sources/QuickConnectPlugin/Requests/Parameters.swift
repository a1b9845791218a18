public import CQuickConnect

/// The parameters of a request, from index 0, read in place.
///
/// Each typed accessor throws `INVALID_PARAMETERS` with the position, the type that was wanted and the one that was found.
/// Nothing is converted behind the caller's back: a whole number is accepted where a number is wanted, and no other type
/// stands for another.
@frozen public struct Parameters {
    @usableFromInline let base: UnsafePointer<qc_value>?

    /// How many the caller gave.
    public let count: Int

    @inlinable init(base: UnsafePointer<qc_value>?, count: Int) {
        self.base = base
        self.count = base == nil ? 0 : count
    }

    /// The parameter at `index`; absent if the caller gave fewer.
    @inlinable public subscript(index: Int) -> ValueView {
        guard let base, index >= 0, index < count else { return ValueView(qc_value()) }
        return ValueView(base[index])
    }

    /// A boolean.
    @inlinable public func boolean(at index: Int) throws(CommandError) -> Bool {
        guard let value = self[index].boolean else { throw mismatch(at: index, wanted: "true or false") }
        return value
    }

    /// A whole number.
    @inlinable public func integer(at index: Int) throws(CommandError) -> Int {
        guard let value = self[index].integer else { throw mismatch(at: index, wanted: "an integer") }
        return Int(value)
    }

    /// A whole number inside `range`.
    @inlinable public func integer(at index: Int, in range: ClosedRange<Int>) throws(CommandError) -> Int {
        let value = try integer(at: index)
        guard range.contains(value) else { throw outside(range, value, at: index) }
        return value
    }

    /// A number; whole numbers past 2^53 are rounded.
    @inlinable public func number(at index: Int) throws(CommandError) -> Double {
        guard let value = self[index].double else { throw mismatch(at: index, wanted: "a number") }
        return value
    }

    /// A text, copied.
    @inlinable public func string(at index: Int) throws(CommandError) -> String {
        guard let value = self[index].string else { throw mismatch(at: index, wanted: "a string") }
        return value
    }

    /// The UTF-8 of a text in place; it may hold NUL, and a NUL that is not counted follows it.
    @inlinable public func utf8(at index: Int) throws(CommandError) -> UnsafeBufferPointer<UInt8> {
        guard let value = self[index].utf8 else { throw mismatch(at: index, wanted: "a string") }
        return value
    }

    /// Bytes, copied.
    public func bytes(at index: Int) throws(CommandError) -> [UInt8] {
        guard let value = self[index].bytes else { throw mismatch(at: index, wanted: "bytes") }
        return [UInt8](value)
    }

    /// An array, copied.
    public func array(at index: Int) throws(CommandError) -> [Value] {
        guard let value = self[index].value.array else { throw mismatch(at: index, wanted: "an array") }
        return value
    }

    /// An object, copied.
    public func object(at index: Int) throws(CommandError) -> ValueObject {
        guard let value = self[index].value.object else { throw mismatch(at: index, wanted: "an object") }
        return value
    }

    /// A handle.
    public func handle(at index: Int) throws(CommandError) -> Handle {
        guard case .handle(let value) = self[index].value else { throw mismatch(at: index, wanted: "a handle") }
        return value
    }

    /// True if the parameter is missing or null, so that a default stands for it.
    @inlinable public func isEmpty(at index: Int) -> Bool { self[index].raw.kind <= ValueKind.null.rawValue }

    /// Copies of all parameters.
    public var values: [Value] { (0..<count).map { self[$0].value } }
}
