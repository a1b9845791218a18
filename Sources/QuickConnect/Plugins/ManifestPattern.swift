/// How names in a manifest must look, and the words for it.
struct ManifestPattern: Sendable {
    /// What the text must be, to follow "must be".
    let words: String
    let accepts: @Sendable (String) -> Bool

    /// Letters, digits, `-` and `_` in two or more parts joined by dots; at most 100 bytes, as it becomes a file name.
    static let id = ManifestPattern(words: "letters, digits, - and _ in parts joined by dots, as in \"qc.sound\"") {
        let parts = $0.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return $0.utf8.count <= 100 && parts.count > 1
            && parts.allSatisfy { part in
                part.first.map { isWord($0) && $0 != UInt8(ascii: "_") } ?? false
                    && part.allSatisfy { isWord($0) || $0 == UInt8(ascii: "-") }
            }
    }

    /// Semantic versioning: three numbers, then perhaps `-` or `+` and more.
    static let version = ManifestPattern(words: "three numbers joined by dots, as in \"1.0.0\"") {
        let core = $0.utf8.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "+") }
        let rest = $0.utf8.dropFirst(core.count)
        let numbers = core.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let extra = rest.allSatisfy { isWord($0) || [0x2B, 0x2D, 0x2E].contains($0) } && rest.count != 1
        return numbers.count == 3 && numbers.allSatisfy { !$0.isEmpty && $0.allSatisfy(isDigit) } && extra
    }

    /// The pattern of `qc_class.name`.
    static let className = ManifestPattern(
        words: "a letter or underscore, then letters, digits and underscores, as in \"PlaySoundVCO\""
    ) { ($0.utf8.first.map { isWord($0) && !isDigit($0) } ?? false) && $0.utf8.allSatisfy(isWord) }

    /// A host service with its revision.
    static let service = ManifestPattern(words: "a name and a revision, as in \"qc.log/1\"") {
        let parts = $0.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && parts[1].allSatisfy(isDigit)
    }

    /// An error code of a plugin.
    static let errorCode = ManifestPattern(words: "upper-case letters, digits and underscores, as in \"NO_SUCH_SOUND\"")
    {
        ($0.utf8.first.map(isUpper) ?? false)
            && $0.utf8.allSatisfy { isUpper($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
    }

    /// The name of a permission.
    static let permission = ManifestPattern(words: "letters, digits, dots, - and _, as in \"sound.play\"") {
        !$0.isEmpty && $0.utf8.allSatisfy { isWord($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
    }

    /// A command that a plugin may map.
    static let command = ManifestPattern(
        words: "a name without NUL, and not \"default\", which only app.json and code may map"
    ) { !$0.isEmpty && $0 != "default" && !$0.utf8.contains(0) }

    /// The library's name.
    static let fileName = ManifestPattern(
        words: "the name of a file in the plugin's folder, without a slash, not hidden"
    ) {
        FilePath.isPlainName($0) && !$0.hasPrefix(".")
    }

    /// A file below the plugin's folder.
    static let path = ManifestPattern(words: "the path of a file below the plugin's folder, without \"..\"") {
        let parts = $0.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return parts.allSatisfy { FilePath.isPlainName(String($0) ?? "") }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
    private static func isUpper(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }
    private static func isWord(_ byte: UInt8) -> Bool {
        isDigit(byte) || isUpper(byte) || (byte >= 0x61 && byte <= 0x7A) || byte == UInt8(ascii: "_")
    }
}

extension ManifestCursor {
    /// A string that looks as it must.
    func string(_ pattern: ManifestPattern) throws(ManifestError) -> String {
        let text = try string()
        guard pattern.accepts(text) else {
            throw error(.badValue, "\(name) is \"\(text)\"; it must be \(pattern.words)")
        }
        return text
    }

    /// Strings that look as they must.
    func strings(_ pattern: ManifestPattern) throws(ManifestError) -> [String] {
        var strings: [String] = []
        for element in try elements() { strings.append(try element.string(pattern)) }
        return strings
    }
}
