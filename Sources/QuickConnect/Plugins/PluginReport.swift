/// One row of the start-up table: a plugin, its state, and what it has cost so far.
public struct PluginReport: Sendable, Equatable {
    /// What was measured of a plugin in this process; zero for one that was not loaded.
    public struct Cost: Sendable, Equatable {
        /// What loading took, in nanoseconds.
        public var loadTime: UInt64 = 0
        /// Calls of command objects that have ended.
        public var calls: UInt64 = 0
        /// Those that ended with an error.
        public var failures: UInt64 = 0
        /// What they took together, in nanoseconds.
        public var callTime: UInt64 = 0

        /// Nothing so far.
        public init() {}
    }

    /// What the table says of a plugin.
    public enum State: String, Sendable {
        /// It can be used, and nobody has yet.
        case ready
        /// It is in the process.
        case loaded
        /// The user has disabled it.
        case disabled
        /// A plugin of the same id in an earlier directory counts.
        case shadowed
        /// It cannot be used.
        case refused
        /// It failed before and nothing has changed since.
        case quarantined
    }

    /// The plugin's id, or its folder's name if the manifest cannot be read.
    public let id: String
    /// The version; empty if the manifest cannot be read.
    public let version: String
    /// The plugin's folder.
    public let folder: String
    /// What it is at the moment.
    public var state: State
    /// Why, and what to do; empty for a plugin that can be used, unless its manifest deserves a warning.
    public var reason: String
    /// What it has cost so far.
    public var cost: Cost

    /// The row of a plugin as discovery found it; the caller corrects what has happened since.
    public init(_ plugin: InstalledPlugin, cost: Cost = Cost()) {
        id = plugin.id
        version = plugin.manifest?.version ?? ""
        folder = plugin.folder
        self.cost = cost
        switch plugin.state {
        case .ready: (state, reason) = (.ready, Self.warnings(plugin))
        case .disabled:
            (state, reason) = (.disabled, "disabled by the user; enable it with: qc plugin enable \(plugin.id)")
        case .shadowed(let folder): (state, reason) = (.shadowed, "the same id lies in \(folder), which comes first")
        case .refused(let refusal): (state, reason) = (.refused, refusal.description)
        case .quarantined(let refusal): (state, reason) = (.quarantined, refusal.description)
        }
    }

    /// That the manifest says what nobody understands; empty if it does not.
    private static func warnings(_ plugin: InstalledPlugin) -> String {
        let warnings = plugin.manifest?.warnings ?? []
        guard let first = warnings.first else { return "" }
        let more = warnings.count > 1 ? ", and \(warnings.count - 1) more" : ""
        return "warning: \(plugin.manifestPath):\(first.line): \(first.message)\(more)"
    }
}
