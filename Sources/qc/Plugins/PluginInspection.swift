internal import QuickConnect
internal import QuickConnectPlugin

/// `qc plugin inspect`.
enum PluginInspection {
    static func run(_ arguments: Arguments) throws(Failure) -> Int32 {
        let name = arguments.positional[1]
        let plugin = try PluginSurvey(arguments).requirePlugin(name)
        let facts = facts(of: plugin)
        if arguments.has(.json) {
            try Output.standard.write(Value.object(ValueObject(facts)).jsonLine)
        } else {
            try Output.standard.write(text(facts))
        }
        return plugin.refusal == nil ? 0 : 1
    }

    private static func facts(of plugin: InstalledPlugin) -> [(String, Value)] {
        let report = PluginReport(plugin)
        let place: [(String, Value)] = [
            ("id", .string(plugin.id)), ("folder", .string(plugin.folder)), ("state", .string(report.state.rawValue)),
            ("reason", report.reason.isEmpty ? .null : .string(report.reason)),
        ]
        return place + (plugin.manifest.map(facts) ?? [])
    }

    private static func facts(of manifest: PluginManifest) -> [(String, Value)] {
        [
            ("version", .string(manifest.version)), ("abi", .string("\(manifest.abi)")),
            ("library", .string(manifest.library)), ("classes", .array(manifest.classes.map(\.json))),
            ("commands", .array(manifest.commands.map(\.json))), ("services", strings(manifest.services)),
            ("requires", strings(manifest.requires)),
            (
                "permissions",
                .object(
                    ValueObject(manifest.permissions.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
            ),
            ("configuration", .array(manifest.configuration.map(\.json))), ("errors", strings(manifest.errorCodes)),
            ("javascript", strings(manifest.javaScript)), ("typescript", strings(manifest.typeScript)),
            ("warnings", strings(manifest.warnings.map { "line \($0.line): \($0.message)" })),
        ]
    }

    private static func strings(_ texts: [String]) -> Value { .array(texts.map { .string($0) }) }

    /// A line for each fact that there is, and one for each element of a list.
    private static func text(_ facts: [(String, Value)]) -> String {
        var text = ""
        for (key, value) in facts {
            switch value {
            case .null: break
            case .array(let elements):
                for element in elements { text += line(key, element) }
            case .object(let object):
                for member in object.members { text += line(key, .object(ValueObject([(member.key, member.value)]))) }
            default: text += line(key, value)
            }
        }
        return text
    }

    private static func line(_ key: String, _ value: Value) -> String {
        let padding = String(repeating: " ", count: max(14 - key.count, 1))
        return key + padding + Table.visible(phrase(value)) + "\n"
    }

    private static func phrase(_ value: Value) -> String {
        switch value {
        case .string(let text): text
        case .object(let object):
            object.members.filter { $0.value != .null }.map { "\($0.key) \(phrase($0.value))" }.joined(separator: ", ")
        case .boolean(let flag): flag ? "yes" : "no"
        default: ""
        }
    }
}

extension PluginClass {
    fileprivate var json: Value {
        ["class": .string(name), "stage": .string("\(stage)"), "thread": thread.map { .string("\($0)") } ?? .null]
    }
}

extension PluginCommand {
    fileprivate var json: Value {
        [
            "command": .string(command), "stage": .string("\(stage)"), "class": .string(className),
            "permission": permission.map { .string($0) } ?? .null, "joins": .boolean(joins),
        ]
    }
}

extension ConfigurationKey {
    fileprivate var json: Value {
        [
            "key": .string(key), "type": .string(kind.rawValue), "default": .string(defaultJSON),
            "description": .string(description),
        ]
    }
}
