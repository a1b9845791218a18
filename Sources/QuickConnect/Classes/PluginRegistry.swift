internal import CQuickConnect
internal import QuickConnectPlugin

/// The plugins of a controller: those that were found in directories, and those that are linked into the program.
// All mutable state stands under `lock`.
final class PluginRegistry: @unchecked Sendable {
    let lock = Lock()
    unowned let controller: FrontController
    private var found: PluginCatalog
    var active: [String: ActivePlugin] = [:]
    var order: [String] = []
    private var disabled: Set<String> = []
    /// Plugins that were disabled and still end earlier requests.
    private var ending: [ActivePlugin] = []
    let lanes = Lane.Waiting()
    let activations = ActivationOrder()

    init(_ catalog: PluginCatalog, _ controller: FrontController) {
        found = catalog
        self.controller = controller
        for plugin in catalog.ready { add(ActivePlugin(.installed(plugin), controller, lanes: lanes), as: plugin.id) }
    }

    /// What the directories held when they were last read.
    var catalog: PluginCatalog { lock.locked { found } }

    /// Under `lock`, or before anybody else knows this.
    func add(_ plugin: ActivePlugin, as key: String) {
        active[key] = plugin
        order.append(key)
    }

    /// The plugin with this key, if it may be used.
    func enabled(_ key: String) -> ActivePlugin? { lock.locked { disabled.contains(key) ? nil : active[key] } }

    func isEnabled(_ key: String) -> Bool { enabled(key) != nil }

    /// The plugin with this key, or its image in the catalog, is there, usable or not.
    func isKnown(_ id: String) -> Bool { lock.locked { active[id] != nil || found.plugin(id) != nil } }

    /// The plugins that may be used, in the order in which they map their commands.
    var allEnabled: [ActivePlugin] {
        lock.locked { order.compactMap { disabled.contains($0) ? nil : active[$0] } }
    }

    /// All plugins that may hold state.
    var everyPlugin: [ActivePlugin] { lock.locked { Array(active.values) + ending } }

    func isDisabled(_ id: String) -> Bool { lock.locked { disabled.contains(id) } }

    /// Takes a plugin out of use. False if it was not in use.
    func disable(_ id: String) -> ActivePlugin? {
        lock.locked {
            guard let plugin = active[id], disabled.insert(id).inserted else { return nil }
            ending.append(plugin)
            return plugin
        }
    }

    /// Puts `plugin` in the place of the one that was disabled. False if another thread was faster: its plugin may be in use
    /// already, and must not go.
    func enable(_ plugin: ActivePlugin, _ catalog: PluginCatalog) -> Bool {
        lock.locked {
            guard active[plugin.id] == nil || disabled.contains(plugin.id) else { return false }
            plugin.predecessor = ending.last { $0.id == plugin.id }
            if active[plugin.id] == nil { order.append(plugin.id) }
            active[plugin.id] = plugin
            disabled.remove(plugin.id)
            found = catalog
            return true
        }
    }

    /// Forgets a plugin that has ended.
    func ended(_ plugin: ActivePlugin) { lock.locked { ending.removeAll { $0 === plugin } } }
}

extension PluginRegistry {
    /// The keys of the plugins that have a class of this name; of one module only, if `module` is given.
    func owners(of className: String, module: String?) -> [String] {
        allEnabled.filter { plugin in
            if let module, plugin.moduleName != module { return false }
            return plugin.classNames.contains(className)
        }.map(\.key)
    }

    /// The names of all classes that plugins have.
    var classNames: [String] { allEnabled.flatMap(\.classNames) }

    /// Where classes are looked for, for messages.
    var placesLookedIn: String {
        let ids = allEnabled.map(\.id).filter { $0 != NoPlugin.id }
        let directories = controller.configuration.pluginDirectories
        let plugins = ids.isEmpty ? "no plugin (none was found)" : "the plugins \(ids.joined(separator: ", "))"
        return plugins + (directories.isEmpty ? "" : " of \(directories.joined(separator: ", "))")
    }

    /// Why a plugin cannot be used, as the end of a sentence about it; nil if it is not there.
    func whyUnusable(_ id: String) -> String? {
        if isDisabled(id) { return "was disabled by this program, which can enable it with enablePlugin" }
        guard let plugin = catalog.plugin(id) else { return nil }
        if plugin.state == .disabled { return "is disabled; enable it with: qc plugin enable \(id)" }
        return plugin.refusal.map { "was refused: \($0)" }
    }

    /// Why the first plugin was refused whose manifest cannot be read, so that nobody knows its commands; nil if there is
    /// none.
    var whyUnread: String? {
        catalog.plugins.lazy.filter { $0.manifest == nil }.compactMap { $0.refusal?.description }.first
    }

    /// Why a command is not mapped although a plugin's manifest maps it; nil if none does.
    func whyUnmapped(_ command: String) -> String? {
        let claimants = catalog.plugins.filter {
            $0.manifest?.commands.contains { $0.command == command } ?? false
        }
        for plugin in claimants {
            if let reason = whyUnusable(plugin.id) { return "the plugin \(plugin.id), which serves it, \(reason)" }
        }
        return nil
    }
}
