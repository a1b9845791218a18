/// The members of an object, in order, each key once.
///
/// Two objects are equal if they have the same members, in whatever order. A look-up is linear: made for the few
/// members that messages have.
public struct ValueObject: Sendable {
    /// The members in order of first appearance.
    public private(set) var members: [(key: String, value: Value)]

    /// An object without members.
    public init() { members = [] }

    /// An object of `members`; of a key that stands twice the first place and the last value count.
    public init(_ members: some Sequence<(String, Value)>) {
        var places: [String: Int] = [:]
        self.members = []
        for (key, value) in members {
            if let place = places[key] {
                self.members[place].value = value
            } else {
                places[key] = self.members.count
                self.members.append((key, value))
            }
        }
    }

    /// An object of members whose keys are known to differ.
    package init(distinct members: [(key: String, value: Value)]) { self.members = members }

    /// How many members there are.
    public var count: Int { members.count }

    /// The value of a member. Setting nil removes it, setting a new key appends it. O(n).
    public subscript(key: String) -> Value? {
        get { members.first { $0.key == key }?.value }
        set {
            let place = members.firstIndex { $0.key == key }
            switch (place, newValue) {
            case (let place?, let value?): members[place].value = value
            case (let place?, nil): members.remove(at: place)
            case (nil, let value?): members.append((key, value))
            case (nil, nil): break
            }
        }
    }
}

extension ValueObject: Hashable {
    /// True if both have the same members, in whatever order.
    public static func == (left: ValueObject, right: ValueObject) -> Bool {
        left.count == right.count && left.dictionary == right.dictionary
    }

    /// Feeds the members in an order-free way.
    public func hash(into hasher: inout Hasher) { hasher.combine(dictionary) }

    /// The members without their order.
    public var dictionary: [String: Value] { Dictionary(members.map { ($0.key, $0.value) }) { $1 } }
}
