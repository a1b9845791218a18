internal import CQuickConnect
internal import QuickConnectPlugin

extension PluginRegistry {
    /// Takes a class of the program into the registry: into the plugin whose state it shares, or, if it shares none, as
    /// one of its own, so that it waits for no other.
    func adopt(_ type: any CommandClass.Type, qualified: String) -> ClassNames.Found {
        let linked = LinkedClass(type)
        let key = linked.pluginID ?? "program." + qualified
        let plugin = lock.locked { () -> ActivePlugin in
            if let plugin = active[key] { return plugin }
            let plugin = ActivePlugin(.linked(linked.plugin, nil), controller, lanes: lanes)
            plugin.key = key
            add(plugin, as: key)
            return plugin
        }
        plugin.add(linked)
        return ClassNames.Found(plugin: key, className: linked.name)
    }

    /// Takes a plugin that is linked into the program.
    func adopt(_ descriptor: UnsafePointer<qc_plugin>, _ instance: (any Plugin)?) throws(CommandError) -> ActivePlugin {
        let plugin = ActivePlugin(.linked(descriptor, instance), controller, lanes: lanes)
        let isNew = lock.locked { () -> Bool in
            guard active[plugin.id] == nil else { return false }
            add(plugin, as: plugin.id)
            return true
        }
        guard isNew else {
            throw CommandError(.exists, "a plugin with the id \(plugin.id) is installed already; use one of them")
        }
        return plugin
    }
}
