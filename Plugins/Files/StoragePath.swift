internal import Glibc
internal import QuickConnectPlugin

/// A path below the storage folder, as the caller wrote it: names joined by single slashes, none of them `.` or `..`.
///
/// Names are bytes, as for Linux: two normal forms of one text are two names.
struct StoragePath {
    /// The most bytes of one name. `NAME_MAX`
    static let nameLimit = 255
    /// The most bytes of a path. `PATH_MAX`, less its NUL
    static let limit = 4095

    /// The whole path; empty is the storage folder itself.
    let text: String
    /// The folders on the way, joined by slashes; empty if there are none.
    let folder: String
    /// The last name.
    let name: String

    /// The storage folder itself.
    static let root = StoragePath()

    /// The folders on the way, the outermost first.
    var ancestors: [StoragePath] {
        guard !folder.isEmpty else { return [] }
        let parent = StoragePath(checked: folder)
        return parent.ancestors + [parent]
    }

    private init() { (text, folder, name) = ("", "", "") }

    private init(checked text: String) {
        self.text = text
        let slash = text.utf8.lastIndex(of: UInt8(ascii: "/"))
        folder = String(text[..<(slash ?? text.startIndex)])
        name = String(text[(slash.map { text.utf8.index(after: $0) } ?? text.startIndex)...])
    }

    /// Reads what a caller wrote.
    ///
    /// - Parameter place: Where it stands, for errors, as in `parameter 0`.
    /// - Throws: `BAD_PATH` with the byte at which the fault begins; `BAD_ENCODING` if it is not UTF-8.
    init(_ utf8: UnsafeBufferPointer<UInt8>, place: String) throws(CommandError) {
        try StoragePath.check(utf8, place)
        guard let text = String(validating: utf8, as: UTF8.self) else {
            throw CommandError(.badEncoding, "\(place) is not UTF-8; encode the path")
        }
        self.init(checked: text)
    }

    /// The path in quotes, short enough for a message.
    var quoted: String {
        guard !text.isEmpty else { return "the storage folder" }
        return text.utf8.count <= 100 ? "\"\(text)\"" : "\"\(text.prefix(80))…\""
    }

    /// True if `other` is this or lies below it.
    func contains(_ other: StoragePath) -> Bool {
        other.text.utf8.elementsEqual(text.utf8) || other.text.utf8.starts(with: (text + "/").utf8)
    }

    private static func check(_ utf8: UnsafeBufferPointer<UInt8>, _ place: String) throws(CommandError) {
        guard !utf8.isEmpty else { throw CommandError(.badPath, "\(place) is empty; name a file") }
        guard utf8.count <= limit else {
            throw CommandError(.badPath, "\(place) has \(utf8.count) bytes; a path has at most \(limit)")
        }
        if let nul = utf8.firstIndex(of: 0) { throw bad(place, nul, "a NUL; take it out") }
        guard utf8.first != UInt8(ascii: "/") else {
            throw bad(place, 0, "a slash; a path begins with a name and is meant below the storage folder")
        }
        var start = 0
        for end in utf8.indices where utf8[end] == UInt8(ascii: "/") {
            try check(name: utf8[start..<end], place)
            start = end + 1
        }
        try check(name: utf8[start...], place)
        guard !utf8.elementsEqual(Staging.name.utf8), !utf8.starts(with: (Staging.name + "/").utf8) else {
            throw bad(place, 0, "\"\(Staging.name)\", which the plugin keeps for itself; choose another name")
        }
    }

    private static func check(name: Slice<UnsafeBufferPointer<UInt8>>, _ place: String) throws(CommandError) {
        switch name.count {
        case 0: throw bad(place, name.startIndex, "an empty name; join names by single slashes")
        case 1 where name.first == UInt8(ascii: "."):
            throw bad(place, name.startIndex, "the name \".\"; leave it out")
        case 2 where name.elementsEqual("..".utf8):
            throw bad(place, name.startIndex, "the name \"..\"; paths lead down only")
        case (nameLimit + 1)...:
            throw bad(place, name.startIndex, "a name of \(name.count) bytes; a name has at most \(nameLimit)")
        default: break
        }
    }

    private static func bad(_ place: String, _ offset: Int, _ what: String) -> CommandError {
        CommandError(.badPath, "at byte \(offset) of \(place) stands \(what)", data: ["offset": Value(offset)])
    }
}
