internal import CQuickConnect
internal import QuickConnectPlugin

/// The settings of a plugin as they were when it was activated: they do not change as long as it is active.
// Immutable once made; the memory is freed with it.
final class PluginConfiguration: @unchecked Sendable {
    private let values: [String: UnsafeMutablePointer<qc_value>]
    private let blocks: [UnsafeMutableRawPointer]

    /// The values that the app and the user set, else the defaults of the manifest. A plugin that is linked into the program
    /// has no manifest, so what is set for it is taken as it is.
    ///
    /// - Throws: `UNAVAILABLE` naming the key, if a value is not of the declared type.
    init(_ plugin: ActivePlugin, _ configuration: HostConfiguration) throws(CommandError) {
        let set = configuration.pluginSettings[plugin.id] ?? [:]
        var values: [String: UnsafeMutablePointer<qc_value>] = [:]
        var blocks: [UnsafeMutableRawPointer] = []
        for (key, value) in try PluginConfiguration.all(plugin, set) {
            let stored = value.stored { bytes in
                let block = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 16)
                blocks.append(block)
                return block
            }
            let place = UnsafeMutablePointer<qc_value>.allocate(capacity: 1)
            place.initialize(to: stored ?? qc_value())
            values[key] = place
        }
        self.values = values
        self.blocks = blocks
    }

    deinit {
        for value in values.values { value.deallocate() }
        for block in blocks { block.deallocate() }
    }

    /// The value of a declared key; nil if it is not declared.
    func value(_ key: String) -> UnsafePointer<qc_value>? { values[key].map { UnsafePointer($0) } }

    private static func all(_ plugin: ActivePlugin, _ set: [String: Value]) throws(CommandError) -> [String: Value] {
        guard let manifest = plugin.manifest else { return set }
        var all: [String: Value] = [:]
        for key in manifest.configuration { all[key.key] = try value(of: key, set[key.key], plugin.id) }
        return all
    }

    private static func value(
        of key: ConfigurationKey, _ set: Value?, _ plugin: String
    ) throws(CommandError) -> Value {
        guard let set else { return JSONText.value(key.defaultJSON) ?? .null }
        guard key.kind.accepts(set) else {
            // Not the caller's parameters: the fault is the app's.
            throw CommandError(
                .unavailable,
                "its setting \(key.key) is \(set.kind.phrase) and must be of type \(key.kind.rawValue); correct it in "
                    + "\"configuration\", \"\(plugin)\" of app.json, or where the program sets it")
        }
        return set
    }
}

extension ConfigurationKey.Kind {
    /// True if `value` is of this type.
    func accepts(_ value: Value) -> Bool {
        switch self {
        case .string: value.string != nil
        case .boolean: value.boolean != nil
        case .integer: value.integer != nil
        case .number: value.double != nil
        case .array: value.array != nil
        case .object: value.object != nil
        }
    }
}
