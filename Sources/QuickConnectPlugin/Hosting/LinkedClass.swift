package import CQuickConnect

/// A class that is linked into the host program: its place in the plugin ABI, and the plugin whose state it shares.
package struct LinkedClass {
    /// The class's name.
    package let name: String
    /// The class of the ABI; it lives as long as the process.
    package let descriptor: UnsafePointer<qc_class>
    /// The id of the plugin whose state it shares; nil if it shares none.
    package let pluginID: String?
    /// The descriptor of that plugin, without classes.
    package let plugin: UnsafePointer<qc_plugin>

    /// Describes `type`.
    package init(_ type: any CommandClass.Type) {
        self = LinkedClass.open(type)
    }

    private init(_ type: any CommandClass.Type, of plugin: any Plugin.Type) {
        name = type.name
        descriptor = PluginDescription.descriptor(ofClass: type)
        pluginID = plugin == NoPlugin.self ? nil : plugin.id
        self.plugin = PluginDescription.descriptor(ofState: plugin)
    }

    private static func open<C: CommandClass>(_ type: C.Type) -> LinkedClass {
        LinkedClass(type, of: C.PluginType.self)
    }
}
