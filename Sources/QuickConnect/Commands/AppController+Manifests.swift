internal import QuickConnectPlugin

extension AppController {
    /// Maps the commands that a plugin's manifest lists.
    ///
    /// Where an earlier generation of the plugin is mapped, what both list keeps its place and what only that one listed is
    /// taken out. What the app or code mapped stays in any case.
    func map(_ commands: [PluginCommand], of plugin: String) {
        // At start there is nothing to forget, and looking through all mappings for each plugin would be quadratic.
        let isFirst = lock.locked { mappedPlugins.insert(plugin).inserted }
        let known = isFirst ? [] : forget(plugin, allBut: Set(commands.map { ManifestMapping($0) }))
        for command in commands where !known.contains(ManifestMapping(command)) {
            add(
                command.command,
                MappedObject(
                    plugin: plugin, className: command.className, stage: command.stage, isFromManifest: true))
        }
    }

    /// Takes out what manifests of the plugin mapped and `listed` lacks.
    ///
    /// - Returns: What stays.
    private func forget(_ plugin: String, allBut listed: Set<ManifestMapping>) -> Set<ManifestMapping> {
        lock.locked {
            var known: Set<ManifestMapping> = []
            for (command, mapping) in mappings {
                let own = mapping.objects.filter { $0.isFromManifest && $0.plugin == plugin }
                known.formUnion(own.map { ManifestMapping(command, $0) })
                let kept = mapping.objects.filter {
                    !$0.isFromManifest || $0.plugin != plugin || listed.contains(ManifestMapping(command, $0))
                }
                if kept.isEmpty { mappings[command] = nil } else { mappings[command]?.objects = kept }
            }
            return known.intersection(listed)
        }
    }
}

/// A command and a class that a manifest maps it to.
private struct ManifestMapping: Hashable {
    let command: String
    let className: String
    let stage: Stage

    init(_ command: PluginCommand) {
        self.command = command.command
        className = command.className
        stage = command.stage
    }

    init(_ command: String, _ object: AppController.MappedObject) {
        self.command = command
        className = object.className
        stage = object.stage
    }
}
