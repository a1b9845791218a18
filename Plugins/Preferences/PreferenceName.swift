/// The name of a preference. Names are equal byte for byte, as in JavaScript: Swift takes two normal forms of one text for
/// equal, and one of two preferences would be lost.
struct PreferenceName: Hashable {
    /// The most bytes of a name.
    static let limit = 1024

    /// The name as it was given.
    let text: String

    static func == (left: PreferenceName, right: PreferenceName) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension PreferenceName: Comparable {
    static func < (left: PreferenceName, right: PreferenceName) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
}
