internal import CQuickConnect

/// An object in a manifest, that remembers which of its keys were asked for.
struct ManifestObject {
    let cursor: ManifestCursor
    private let members: [(key: String, value: ManifestCursor)]
    private var known: [String] = []

    init(_ cursor: ManifestCursor) throws(ManifestError) {
        self.cursor = cursor
        members = try cursor.members()
    }

    /// The value of `key`; an error that names the object if there is none.
    mutating func required(_ key: String) throws(ManifestError) -> ManifestCursor {
        guard let value = optional(key) else {
            throw cursor.error(.missingKey, "the key \"\(key)\" is missing from \(cursor.name); add it")
        }
        return value
    }

    /// The value of `key`, or nil. A `null` is a value: it has the wrong type wherever one is expected.
    mutating func optional(_ key: String) -> ManifestCursor? {
        known.append(key)
        return members.first { $0.key == key }?.value
    }

    /// Where the keys stand that nobody asked for.
    var unknown: [[JSONStep]] {
        members.filter { !known.contains($0.key) }.map(\.value.path)
    }
}
