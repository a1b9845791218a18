internal import CQuickConnect

/// The values that business objects gave to the objects that follow, in order.
public struct Results: RandomAccessCollection {
    let raw: UnsafeBufferPointer<qc_result>

    /// One value and the class that gave it.
    public struct Element {
        /// The class, as in `"LocationBCO"`.
        public let object: String
        /// The value in place, valid until the command object answers.
        public let view: ValueView
        /// A copy of the value.
        public var value: Value { view.value }
    }

    /// 0.
    public var startIndex: Int { 0 }

    /// How many there are.
    public var endIndex: Int { raw.baseAddress == nil ? 0 : raw.count }

    /// The result at `position`, which must be inside.
    public subscript(position: Int) -> Element {
        precondition(indices.contains(position), "there are \(count) results, and \(position) is none of them")
        let result = raw[position]
        return Element(
            object: result.class_name.map { String(cString: $0) } ?? "", view: ValueView(result.value))
    }

    /// The last value that the class `object` gave; nil if it gave none.
    public subscript(object: String) -> Value? { last { $0.object == object }?.value }
}
