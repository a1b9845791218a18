internal import CQuickConnect
internal import QuickConnectPlugin

extension AppManifest {
    /// The name of a manifest in its app's folder.
    public static let fileName = "app.json"

    /// The largest manifest, in bytes: 1 MiB.
    public static let sizeLimit = 1 << 20

    /// Reads a manifest.
    ///
    /// - Parameters:
    ///   - bytes: JSON in UTF-8.
    ///   - file: The file's path, for messages.
    /// - Throws: An error with line and column.
    public static func read(_ bytes: [UInt8], file: String) throws(AppError) -> AppManifest {
        var limits = Limits()
        limits.messageBytes = sizeLimit
        limits.jsonDepth = 64
        var parser = JSONParser(limits: limits)
        // `withUnsafeBytes` forgets the type of what is thrown.
        let result: Result<AppManifest, AppError> = bytes.withUnsafeBytes { text in
            do throws(MessageError) {
                let value = try parser.parse(text)
                return AppManifestReader.read(value, from: text, file: file)
            } catch {
                return .failure(AppError(error.message, file: file, offset: error.offset, in: text))
            }
        }
        return try result.get()
    }
}

/// Makes an app's manifest of a JSON value, or says which part of it is wrong.
private struct AppManifestReader {
    private let bytes: UnsafeRawBufferPointer
    private var unknown: [[JSONStep]] = []

    static func read(_ value: qc_value, from bytes: UnsafeRawBufferPointer, file: String) -> Result<
        AppManifest, AppError
    > {
        do throws(ManifestError) {
            var reader = AppManifestReader(bytes: bytes)
            return .success(try reader.manifest(ManifestObject(ManifestCursor(value: value, path: []))))
        } catch {
            let offset = JSONFinder.range(of: error.path, in: bytes).lowerBound
            return .failure(AppError(error.message, file: file, offset: offset, in: bytes))
        }
    }

    private init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    private mutating func manifest(_ root: ManifestObject) throws(ManifestError) -> AppManifest {
        var root = root
        var app = AppManifest(id: try root.required("id").string(.id))
        app.name = try root.optional("name")?.string() ?? app.id
        app.version = try root.optional("version")?.string(.version) ?? app.version
        app.scripts = try scripts(&root)
        app.html = try root.optional("html")?.string(Self.path)
        for element in try root.optional("commands")?.elements() ?? [] { app.commands.append(try command(element)) }
        app.compatibility = try root.optional("compatibility")?.boolean() ?? false
        app.configuration = try configuration(root.optional("configuration"))
        for (origin, commands) in try root.optional("allow")?.members() ?? [] {
            app.allow[origin] = Set(try commands.strings(Self.name))
        }
        app.limits = try limits(root.optional("limits"))
        // For people.
        _ = try root.optional("description")?.string()
        unknown += root.unknown
        app.warnings = warnings()
        guard !app.scripts.isEmpty || app.html != nil else {
            throw root.cursor.error(
                .missingKey, "the app has nothing to run; add \"scripts\": [\"main.js\"]")
        }
        return app
    }

    /// `scripts`, a list, or `script`, one file.
    private func scripts(_ root: inout ManifestObject) throws(ManifestError) -> [String] {
        let (one, list) = (root.optional("script"), root.optional("scripts"))
        guard let one else { return try list?.strings(Self.path) ?? [] }
        guard list == nil else { throw one.error(.badValue, "`script` and `scripts` are both given; keep `scripts`") }
        return [try one.string(Self.path)]
    }

    private mutating func command(_ element: ManifestCursor) throws(ManifestError) -> AppManifest.Command {
        var object = try ManifestObject(element)
        let command = try object.required("command").string(Self.name)
        let stage = try object.required("stage").stage()
        let className = try object.required("class").string(Self.name)
        unknown += object.unknown
        let place = TextPlace(offset: JSONFinder.range(of: element.path, in: bytes).lowerBound, in: bytes)
        return AppManifest.Command(command: command, stage: stage, className: className, line: place.line)
    }

    /// What a command or a class may be called; whether there is such a class shows when it is mapped.
    private static let name = ManifestPattern(words: "a name without NUL") { !$0.isEmpty && !$0.utf8.contains(0) }

    private static let path = ManifestPattern(
        words: "the path of a file below the app's folder, without \"..\"", accepts: ManifestPattern.path.accepts)

    private func configuration(_ object: ManifestCursor?) throws(ManifestError) -> [String: [String: Value]] {
        var configuration: [String: [String: Value]] = [:]
        for (plugin, settings) in try object?.members() ?? [] {
            for (key, value) in try settings.members() {
                configuration[plugin, default: [:]][key] = Value(ValueView(value.value))
            }
        }
        return configuration
    }

    private mutating func limits(_ cursor: ManifestCursor?) throws(ManifestError) -> Limits {
        var limits = Limits()
        guard let cursor else { return limits }
        var object = try ManifestObject(cursor)
        let names: [(String, WritableKeyPath<Limits, Int>)] = [
            ("messageBytes", \.messageBytes), ("urlBytes", \.urlBytes), ("jsonDepth", \.jsonDepth),
            ("nesting", \.nesting), ("arenaBytes", \.arenaBytes),
        ]
        for (name, path) in names {
            if let value = object.optional(name) { limits[keyPath: path] = try value.limit() }
        }
        unknown += object.unknown
        return limits
    }

    private func warnings() -> [ManifestWarning] {
        unknown.map { path in
            let place = TextPlace(offset: JSONFinder.keyOffset(of: path, in: bytes), in: bytes)
            return ManifestWarning(message: "the key `\(path.text)` is not known; it has no effect", line: place.line)
        }
    }
}

extension ManifestCursor {
    /// A limit: from 1 to 4 GiB minus one.
    fileprivate func limit() throws(ManifestError) -> Int {
        guard Int(value.kind) == QC_INTEGER, value.as.integer > 0, value.as.integer < 1 << 32 else {
            throw error(.badValue, "\(name) must be a whole number from 1 to 4294967295")
        }
        return Int(value.as.integer)
    }

    /// The stage that a word names.
    fileprivate func stage() throws(ManifestError) -> Stage {
        switch try string() {
        case "validation": return .validation
        case "business": return .business
        case "view": return .view
        case "error": return .error
        case let other:
            throw error(.badValue, "\(name) is \"\(other)\"; it must be validation, business, view or error")
        }
    }
}
