internal import CQuickConnect
internal import QuickConnectPlugin

/// Makes a manifest of a JSON value, or says which part of it is wrong.
struct ManifestReader {
    /// The JSON text, for the places of defaults and of unknown keys.
    private let bytes: UnsafeRawBufferPointer
    private var classes: [PluginClass] = []
    private var unknown: [[JSONStep]] = []

    /// The manifest that `value`, parsed from `bytes`, describes.
    static func read(_ value: qc_value, from bytes: UnsafeRawBufferPointer) throws(ManifestError) -> PluginManifest {
        var reader = ManifestReader(bytes: bytes)
        return try reader.manifest(ManifestObject(ManifestCursor(value: value, path: [])))
    }

    /// The id that `value` gives, if it gives a possible one, whatever else is wrong.
    static func id(of value: qc_value) -> String? {
        guard var root = try? ManifestObject(ManifestCursor(value: value, path: [])) else { return nil }
        return try? root.optional("id")?.string(.id)
    }

    private init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    private mutating func manifest(_ root: ManifestObject) throws(ManifestError) -> PluginManifest {
        var root = root
        // First, as it decides what the rest may mean.
        let abi = try abi(root.required("abi"))
        let id = try root.required("id").string(.id)
        let version = try root.required("version").string(.version)
        let library = try root.required("library").string(.fileName)
        try checkRun(&root)
        try readClasses(root.optional("classes"))
        let commands = try commands(root.optional("commands"))
        let services = try root.optional("services")?.strings(.service) ?? []
        let requires = try requires(root.optional("requires"), id: id)
        let permissions = try permissions(root.optional("permissions"))
        let configuration = try configuration(root.optional("configuration"))
        let errorCodes = try errorCodes(root.optional("errors"))
        let javaScript = try root.optional("javascript")?.strings(.path) ?? []
        let typeScript = try root.optional("typescript")?.strings(.path) ?? []
        // For people; read by those who show them.
        _ = try root.optional("name")?.string()
        _ = try root.optional("description")?.string()
        unknown += root.unknown
        return PluginManifest(
            id: id, version: version, abi: abi, library: library, classes: classes, commands: commands,
            services: services, requires: requires, permissions: permissions, configuration: configuration,
            errorCodes: errorCodes, javaScript: javaScript, typeScript: typeScript, warnings: warnings())
    }

    private func abi(_ cursor: ManifestCursor) throws(ManifestError) -> PluginABI {
        let text = try cursor.string()
        guard let abi = PluginABI(text) else {
            throw cursor.error(.badValue, "`abi` is \"\(text)\"; it must be two numbers, as in \"\(PluginABI.host)\"")
        }
        guard PluginABI.host.accepts(abi) else {
            throw cursor.error(
                .wrongABI,
                "the plugin is built for ABI \(abi), this host has \(PluginABI.host); "
                    + (abi.major == PluginABI.host.major ? "update the host" : "build the plugin with this host's SDK"))
        }
        return abi
    }

    private func checkRun(_ root: inout ManifestObject) throws(ManifestError) {
        if let run = root.optional("run") {
            let mode = try run.string()
            guard mode == "library" else {
                throw run.error(.unsupported, "`run` is \"\(mode)\"; this host knows \"library\" alone")
            }
        }
        if let invoke = root.optional("invoke") {
            throw invoke.error(.unsupported, "`invoke` is not known to this host; name classes in `commands` instead")
        }
    }

    // MARK: Classes and commands

    private mutating func readClasses(_ list: ManifestCursor?) throws(ManifestError) {
        for element in try list?.elements() ?? [] {
            var object = try ManifestObject(element)
            let name = try object.required("class").string(.className)
            let stage = try stage(object.required("stage"))
            let thread = try thread(object.optional("thread"))
            unknown += object.unknown
            guard !classes.contains(where: { $0.name == name }) else {
                throw element.error(.badValue, "the class \(name) stands twice in `classes`; take one out")
            }
            classes.append(PluginClass(name: name, stage: stage, thread: thread))
        }
    }

    private func stage(_ cursor: ManifestCursor) throws(ManifestError) -> Stage {
        switch try cursor.string() {
        case "validation": return .validation
        case "business": return .business
        case "view": return .view
        case "error": return .error
        case let other:
            throw cursor.error(
                .badValue, "\(cursor.name) is \"\(other)\"; it must be validation, business, view or error")
        }
    }

    private func thread(_ cursor: ManifestCursor?) throws(ManifestError) -> ThreadRule? {
        guard let cursor else { return nil }
        switch try cursor.string() {
        case "serial": return .serial
        case "any": return .any
        case "main": return .main
        case let other:
            throw cursor.error(.badValue, "\(cursor.name) is \"\(other)\"; it must be serial, any or main")
        }
    }

    private mutating func commands(_ list: ManifestCursor?) throws(ManifestError) -> [PluginCommand] {
        var commands: [PluginCommand] = []
        for element in try list?.elements() ?? [] { commands.append(try command(element)) }
        return commands
    }

    private mutating func command(_ element: ManifestCursor) throws(ManifestError) -> PluginCommand {
        var object = try ManifestObject(element)
        let command = try object.required("command").string(.command)
        let stageCursor = try object.required("stage")
        let stage = try stage(stageCursor)
        let className = try object.required("class").string(.className)
        let permission = try object.optional("permission")?.string(.permission)
        let joins = try object.optional("joins")?.boolean() ?? false
        unknown += object.unknown
        if let known = classes.first(where: { $0.name == className }) {
            guard known.stage == stage else {
                throw stageCursor.error(
                    .badValue,
                    "\(stageCursor.name) is \(stage), but \(className) is of stage \(known.stage); make them equal")
            }
        } else {
            classes.append(PluginClass(name: className, stage: stage))
        }
        return PluginCommand(
            command: command, stage: stage, className: className, permission: permission, joins: joins)
    }

    // MARK: The rest

    private func requires(_ list: ManifestCursor?, id: String) throws(ManifestError) -> [String] {
        let requires = try list?.strings(.id) ?? []
        guard let list, requires.contains(id) else { return requires }
        throw list.error(.badValue, "`requires` names the plugin itself; take \"\(id)\" out")
    }

    private func permissions(_ object: ManifestCursor?) throws(ManifestError) -> [String: String] {
        var permissions: [String: String] = [:]
        for (key, value) in try object?.members() ?? [] {
            guard ManifestPattern.permission.accepts(key) else {
                throw value.error(.badValue, "the permission \"\(key)\" must be \(ManifestPattern.permission.words)")
            }
            permissions[key] = try value.string()
        }
        return permissions
    }

    private func errorCodes(_ list: ManifestCursor?) throws(ManifestError) -> [String] {
        var codes: [String] = []
        for element in try list?.elements() ?? [] {
            let code = try element.string(.errorCode)
            let own = ErrorCode(rawValue: code)
            guard !ErrorCode.common.contains(own), !ErrorCode.reservedForHost.contains(own) else {
                throw element.error(.badValue, "the error code \(code) is the host's; choose a name of your own")
            }
            codes.append(code)
        }
        return codes
    }

    private mutating func configuration(_ object: ManifestCursor?) throws(ManifestError) -> [ConfigurationKey] {
        var keys: [ConfigurationKey] = []
        for (key, value) in try object?.members() ?? [] { keys.append(try configurationKey(key, value)) }
        return keys
    }

    private mutating func configurationKey(
        _ key: String, _ value: ManifestCursor
    ) throws(ManifestError) -> ConfigurationKey {
        guard !key.isEmpty, !key.utf8.contains(0) else {
            throw value.error(.badValue, "a key of `configuration` is empty or holds NUL; give it a name")
        }
        var object = try ManifestObject(value)
        let kindCursor = try object.required("type")
        let kindText = try kindCursor.string()
        guard let kind = ConfigurationKey.Kind(rawValue: kindText) else {
            let kinds = ConfigurationKey.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw kindCursor.error(.badValue, "\(kindCursor.name) is \"\(kindText)\"; it must be one of \(kinds)")
        }
        let description = try object.optional("description")?.string() ?? ""
        let defaultJSON = try defaultJSON(object.optional("default"), kind)
        unknown += object.unknown
        return ConfigurationKey(key: key, kind: kind, defaultJSON: defaultJSON, description: description)
    }

    private func defaultJSON(
        _ cursor: ManifestCursor?, _ kind: ConfigurationKey.Kind
    ) throws(ManifestError) -> String {
        guard let cursor else { return "null" }
        guard kind.accepts(cursor.value.kind) else {
            let found = ManifestCursor.words(for: cursor.value.kind)
            throw cursor.error(
                .wrongType, "\(cursor.name) is \(found), but `type` says \(kind.rawValue); make them agree")
        }
        let range = JSONFinder.range(of: cursor.path, in: bytes)
        return String(decoding: UnsafeRawBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }

    private func warnings() -> [ManifestWarning] {
        unknown.map { path in
            let place = TextPlace(offset: JSONFinder.keyOffset(of: path, in: bytes), in: bytes)
            return ManifestWarning(message: "the key `\(path.text)` is not known; it has no effect", line: place.line)
        }
    }
}

extension ConfigurationKey.Kind {
    /// True if a value of this kind fits the type.
    func accepts(_ kind: qc_kind) -> Bool {
        switch self {
        case .string: Int(kind) == QC_STRING
        case .boolean: Int(kind) == QC_BOOLEAN
        case .integer: Int(kind) == QC_INTEGER || Int(kind) == QC_UNSIGNED
        case .number: Int(kind) == QC_INTEGER || Int(kind) == QC_UNSIGNED || Int(kind) == QC_DOUBLE
        case .array: Int(kind) == QC_ARRAY
        case .object: Int(kind) == QC_OBJECT
        }
    }
}
