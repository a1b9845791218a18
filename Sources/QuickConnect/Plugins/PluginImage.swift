public import CQuickConnect

/// A plugin's code in this process: loaded once, shared by every controller, never unloaded.
///
/// Unloading is not possible: the Swift runtime keeps pointers into every image that it has seen.
public final class PluginImage: @unchecked Sendable {
    // Unchecked: nothing changes after `init`, and the pointers lead to constants of the plugin.

    /// The plugin's id.
    public let id: String
    /// The plugin's version.
    public let version: String
    /// SHA-256 over the library and those beside it, in hexadecimal.
    public let hash: String
    /// What the dynamic linker loaded: a private copy of the installed library.
    public let file: String
    /// What loading took, from opening the installed library to the last check, in nanoseconds.
    public let loadTime: UInt64
    /// The plugin's descriptor, checked; it lives as long as the process.
    public let descriptor: UnsafePointer<qc_plugin>

    private let classes: [String: UnsafePointer<qc_class>]

    init(
        manifest: PluginManifest, hash: String, file: String, loadTime: UInt64, _ checked: CheckedDescriptor
    ) {
        id = manifest.id
        version = manifest.version
        self.hash = hash
        self.file = file
        self.loadTime = loadTime
        descriptor = checked.descriptor
        classes = checked.classes
    }

    /// The plugin's class with this bare name, or nil.
    public func pluginClass(named name: String) -> UnsafePointer<qc_class>? { classes[name] }
}
