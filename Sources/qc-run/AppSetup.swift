internal import QuickConnect
internal import QuickConnectBridge
internal import QuickConnectPlugin

/// The front controller of one app: its plugins found, its commands mapped.
struct AppSetup {
    /// What serves the app's messages.
    let backend: FrontControllerBackend
    /// What was found wrong on the way, and kept nothing else from working.
    let complaints: [String]

    /// Makes the controller as the manifest says.
    ///
    /// - Parameters:
    ///   - file: The manifest's path, for messages.
    ///   - plugins: Directories in which to look for plugins before the usual ones.
    /// - Throws: The first mapping of the manifest that cannot be made.
    init(_ manifest: AppManifest, file: String, plugins: [String]) throws(RunError) {
        var configuration = HostConfiguration.standard(plugins: plugins)
        configuration.name = "qc"
        configuration.appID = manifest.id
        configuration.limits = manifest.limits
        configuration.compatibility = manifest.compatibility
        configuration.allowances = manifest.allow
        configuration.pluginSettings = manifest.configuration
        let controller = FrontController(configuration)
        for command in manifest.commands {
            do throws(CommandError) {
                try controller.app.map(command.command, to: command.className, stage: command.stage)
            } catch {
                throw .failed("\(file):\(command.line): \(error.message)")
            }
        }
        backend = FrontControllerBackend(controller)
        complaints =
            plugins.compactMap(PluginDirectories.complaint) + Self.complaints(of: controller, manifest, file)
    }

    private static func complaints(of controller: FrontController, _ manifest: AppManifest, _ file: String) -> [String]
    {
        var complaints = controller.unreadableDirectories.map(\.description)
        for row in controller.report() where row.state == .refused || row.state == .quarantined {
            complaints.append("the plugin \(row.id) is not used: \(row.reason)")
        }
        complaints += manifest.warnings.map { "\(file):\($0.line): \($0.message)" }
        for (plugin, settings) in manifest.configuration.sorted(by: { $0.key < $1.key }) {
            guard let installed = controller.catalog.plugin(plugin) else {
                complaints.append("\(file): `configuration` is for the plugin \(plugin), which is not installed")
                continue
            }
            complaints += Self.unknown(settings.keys.sorted(), installed).map { "\(file): \($0)" }
        }
        return complaints
    }

    /// Settings that a plugin does not declare, which would have no effect without a word.
    private static func unknown(_ settings: [String], _ plugin: InstalledPlugin) -> [String] {
        guard let declared = plugin.manifest?.configuration.map(\.key) else { return [] }
        let known = declared.isEmpty ? "it has none" : "it has \(declared.joined(separator: ", "))"
        return settings.filter { !declared.contains($0) }.map {
            "the plugin \(plugin.id) has no setting `\($0)`, which has no effect; \(known)"
        }
    }
}
