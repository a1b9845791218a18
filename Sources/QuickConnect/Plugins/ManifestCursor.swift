internal import CQuickConnect

/// A value in a manifest that knows where it stands, so that each complaint can name it.
struct ManifestCursor {
    let value: qc_value
    let path: [JSONStep]

    func error(_ code: PluginRefusal.Code, _ message: String) -> ManifestError {
        ManifestError(code: code, message: message, path: path)
    }

    /// `path` in words: "`commands[2].class`", or "the manifest".
    var name: String { path.isEmpty ? "the manifest" : "`\(path.text)`" }

    private func wrongType(_ expected: String) -> ManifestError {
        error(.wrongType, "\(name) must be \(expected), not \(Self.words(for: value.kind))")
    }

    func string() throws(ManifestError) -> String {
        guard Int(value.kind) == QC_STRING else { throw wrongType("a string") }
        return text
    }

    func boolean() throws(ManifestError) -> Bool {
        guard Int(value.kind) == QC_BOOLEAN else { throw wrongType("true or false") }
        return value.as.boolean
    }

    func elements() throws(ManifestError) -> [ManifestCursor] {
        guard Int(value.kind) == QC_ARRAY else { throw wrongType("an array") }
        return UnsafeBufferPointer(start: value.as.elements, count: Int(value.length)).enumerated().map {
            ManifestCursor(value: $1, path: path + [.index($0)])
        }
    }

    func members() throws(ManifestError) -> [(key: String, value: ManifestCursor)] {
        guard Int(value.kind) == QC_OBJECT else { throw wrongType("an object") }
        return UnsafeBufferPointer(start: value.as.members, count: Int(value.length)).map {
            let key = ManifestCursor(value: $0.key, path: []).text
            return (key, ManifestCursor(value: $0.value, path: path + [.key(key)]))
        }
    }

    func strings() throws(ManifestError) -> [String] {
        var strings: [String] = []
        for element in try elements() { strings.append(try element.string()) }
        return strings
    }

    // Only for strings.
    private var text: String {
        String(decoding: UnsafeRawBufferPointer(start: value.as.string, count: Int(value.length)), as: UTF8.self)
    }

    /// A kind as the author of a manifest would call it.
    static func words(for kind: qc_kind) -> String {
        switch Int(kind) {
        case QC_NULL: "null"
        case QC_BOOLEAN: "true or false"
        case QC_INTEGER, QC_UNSIGNED: "a whole number"
        case QC_DOUBLE: "a number"
        case QC_STRING: "a string"
        case QC_ARRAY: "an array"
        case QC_OBJECT: "an object"
        default: "a value of kind \(kind)"
        }
    }
}
