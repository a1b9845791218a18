internal import CQuickConnect

extension Parameters {
    /// Checks how many parameters there are.
    ///
    /// - Throws: `INVALID_PARAMETERS` if fewer or more than `range` were given.
    public func expect(count range: ClosedRange<Int>) throws(CommandError) {
        guard !range.contains(count) else { return }
        let wanted =
            range.lowerBound == range.upperBound ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
        let needed = range == 1...1 ? "1 parameter is needed" : "\(wanted) parameters are needed"
        throw CommandError(.invalidParameters, "\(needed) and \(count) \(count == 1 ? "was" : "were") given")
    }

    /// Checks that there are `count` parameters.
    ///
    /// - Throws: `INVALID_PARAMETERS` if not.
    public func expect(count: Int) throws(CommandError) { try expect(count: count...count) }

    /// The parameter at `index` as a type of your own.
    ///
    /// - Throws: `INVALID_PARAMETERS` with the position, the path inside it, and the type found.
    public func decode<T: Decodable>(_ type: T.Type, at index: Int) throws(CommandError) -> T {
        guard index < count else { throw mismatch(at: index, wanted: "an object") }
        return try ValueDecoder(place: "parameter \(index)").decode(type, from: self[index])
    }

    /// All parameters as a type of your own: one that decodes from an array, or from an object if there is one parameter.
    ///
    /// - Throws: `INVALID_PARAMETERS` with the position, the path inside it, and the type found.
    public func decode<T: Decodable>(_ type: T.Type) throws(CommandError) -> T {
        if count == 1, self[0].kind == .object { return try decode(type, at: 0) }
        var list = qc_value(kind: ValueKind.array.rawValue, length: UInt32(count), as: .init(elements: base))
        if base == nil { list.length = 0 }
        return try ValueDecoder(place: "the parameters").decode(type, from: ValueView(list))
    }

    /// The error for a parameter of another type than the one wanted.
    @usableFromInline func mismatch(at index: Int, wanted: String) -> CommandError {
        guard index < count else {
            return CommandError(.invalidParameters, "parameter \(index) is missing; it must be \(wanted)")
        }
        let found = self[index].kind?.phrase ?? "a value of an unknown kind"
        return CommandError(.invalidParameters, "parameter \(index) is \(found); it must be \(wanted)")
    }

    /// The error for a number outside its range.
    @usableFromInline func outside(_ range: ClosedRange<Int>, _ value: Int, at index: Int) -> CommandError {
        let limits = "\(range.lowerBound) to \(range.upperBound)"
        return CommandError(.invalidParameters, "parameter \(index) is \(value); it must be \(limits)")
    }
}
