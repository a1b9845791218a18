/// A folder with a `plugin.json` that discovery found, and whether it can be used.
public struct InstalledPlugin: Sendable, Equatable {
    /// Whether a plugin can be used, as far as can be told without opening its library.
    public enum State: Sendable, Equatable {
        /// It is loaded when one of its commands is first called.
        case ready
        /// The user has disabled it.
        case disabled
        /// A plugin with the same id lies in an earlier directory; the path is that of its folder.
        case shadowed(by: String)
        /// It cannot be used.
        case refused(PluginRefusal)
        /// It failed before, and nothing has changed since.
        case quarantined(PluginRefusal)
    }

    /// The manifest's id; the name of the folder if the manifest does not give one.
    public let id: String
    /// The absolute path of the plugin's folder.
    public let folder: String
    /// What the manifest says; nil if it is refused.
    public let manifest: PluginManifest?
    /// Whether it can be used.
    public internal(set) var state: State

    /// The manifest when it was read; nil if it could not be.
    let manifestIdentity: FileIdentity?
    /// The library when it was found; nil if it was not.
    var libraryIdentity: FileIdentity?

    /// The path of `plugin.json`.
    public var manifestPath: String { folder + "/plugin.json" }

    /// The path of the library; the folder's if the manifest cannot be read.
    public var libraryPath: String { manifest.map { folder + "/" + $0.library } ?? folder }

    /// True if it can be used.
    public var isReady: Bool { state == .ready }

    /// Why it cannot be used, or nil if it can or was disabled or shadowed.
    public var refusal: PluginRefusal? {
        switch state {
        case .refused(let refusal), .quarantined(let refusal): refusal
        case .ready, .disabled, .shadowed: nil
        }
    }

    /// What a failure of this plugin depends on; as long as it is equal, the failure is taken to happen again.
    var inputs: String {
        "host \(HostVersion.text); manifest \(manifestIdentity?.text ?? "-"); library \(libraryIdentity?.text ?? "-")"
    }
}
