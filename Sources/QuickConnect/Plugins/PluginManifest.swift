/// What a plugin says about itself in `plugin.json`, which is read without loading its code.
///
/// The keys are described one by one in `docs/plugin-manifest.md`.
public struct PluginManifest: Sendable, Equatable {
    /// The plugin's name in the world: lower-case parts joined by dots, as in `qc.sound`.
    public let id: String
    /// Three numbers joined by dots, as in `1.0.0`.
    public let version: String
    /// The version of the plugin ABI that the library was built for.
    public let abi: PluginABI
    /// The library's file name; it lies beside the manifest.
    public let library: String
    /// Every class of the plugin, those that only `commands` names included; each once, in order of appearance.
    public let classes: [PluginClass]
    /// The commands that the plugin maps, in the order in which it maps them.
    public let commands: [PluginCommand]
    /// The host services without which the plugin is of no use, as in `qc.log/1`.
    public let services: [String]
    /// The ids of the plugins that must be there, too.
    public let requires: [String]
    /// What each permission that the plugin's commands ask for allows, by its name.
    public let permissions: [String: String]
    /// The settings that the plugin reads, in order of appearance.
    public let configuration: [ConfigurationKey]
    /// The error codes that the plugin's command objects may raise beside those that the host leaves to plugins.
    public let errorCodes: [String]
    /// Scripts for pages, as paths below the plugin's folder.
    public let javaScript: [String]
    /// Type declarations, as paths below the plugin's folder.
    public let typeScript: [String]
    /// What the manifest says that no reader understands. The plugin works; `qc plugin inspect` shows these.
    public let warnings: [ManifestWarning]

    /// The class with this name, or nil.
    public func pluginClass(named name: String) -> PluginClass? {
        classes.first { $0.name == name }
    }
}
