public import QuickConnectPlugin

/// What `app.json` says of an app.
///
/// ```json
/// {"id": "org.example.tour", "name": "Tour", "scripts": ["main.js"],
///  "commands": [{"command": "default", "stage": "validation", "class": "SignedInValCO"}]}
/// ```
public struct AppManifest: Sendable, Equatable {
    /// One command object that the app maps.
    public struct Command: Sendable, Equatable {
        /// The command, or `default` for every command.
        public let command: String
        /// The stage in which the class stands.
        public let stage: Stage
        /// The class: by bare name, as `Module.Class`, or as `plugin.id/Class`.
        public let className: String
        /// The line in the manifest, from 1.
        public let line: Int
    }

    /// The app's identifier, as in `org.example.tour`: its plugins' storage is kept under it.
    public var id: String
    /// The name for people; the identifier if the manifest has none.
    public var name: String
    /// The version; "0.0.0" if the manifest has none.
    public var version = "0.0.0"
    /// The scripts, in the order in which they run: paths inside the app's folder.
    public var scripts: [String] = []
    /// The page to show: a path inside the app's folder; nil if the app has none.
    public var html: String?
    /// What the app maps, in order, after what plugins map.
    public var commands: [Command] = []
    /// Whether messages in URL form are read as old pages send them.
    public var compatibility = false
    /// Settings of plugins, by plugin id and key.
    public var configuration: [String: [String: Value]] = [:]
    /// The commands that origins other than the app's own may call: nothing unless listed.
    public var allow: [String: Set<String>] = [:]
    /// How large and how deep messages may be.
    public var limits = Limits()
    /// What has no effect.
    public var warnings: [ManifestWarning] = []

    /// An app with nothing in it.
    public init(id: String, name: String? = nil) {
        self.id = id
        self.name = name ?? id
    }
}
