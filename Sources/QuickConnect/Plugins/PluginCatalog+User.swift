extension PluginCatalog {
    /// What a program that starts now finds: without the plugins that the user has disabled or that are in quarantine.
    ///
    /// Where the list of disabled plugins cannot be read, no plugin is used: one of them may stand in it.
    package static func ofUser(_ directories: [String], paths: HostPaths) -> PluginCatalog {
        let quarantine = PluginQuarantine(paths)
        do throws(PluginRefusal) {
            return discover(
                directories, hostServices: HostServices.names, disabled: try DisabledPlugins(paths).read(),
                quarantine: quarantine)
        } catch {
            let found = discover(directories, hostServices: HostServices.names, quarantine: quarantine)
            let message = "\(error.message); no plugin is used until this file is corrected or removed"
            return found.refusing(
                PluginRefusal(error.code, message, file: error.file, line: error.line, column: error.column))
        }
    }

    private func refusing(_ refusal: PluginRefusal) -> PluginCatalog {
        let refused = plugins.map { plugin in
            var refused = plugin
            if plugin.isReady { refused.state = .refused(refusal) }
            return refused
        }
        return PluginCatalog(plugins: refused, unreadable: unreadable)
    }
}
