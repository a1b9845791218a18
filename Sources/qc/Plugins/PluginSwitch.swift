internal import QuickConnect

/// `qc plugin enable` and `qc plugin disable`.
enum PluginSwitch {
    static func run(_ arguments: Arguments, disabled: Bool) throws(Failure) -> Int32 {
        let name = arguments.positional[1]
        let plugin = try PluginSurvey(arguments).requirePlugin(name)
        let paths = HostPaths.fromEnvironment()
        do throws(PluginRefusal) {
            try DisabledPlugins(paths).set(plugin.id, disabled: disabled)
        } catch {
            throw .error(error.description)
        }
        // Whoever enables a plugin by hand wants it to be tried again.
        if !disabled { PluginQuarantine(paths).release(plugin.id) }
        try Output.standard.write("\(plugin.id) is \(disabled ? "disabled" : "enabled")\n")
        return 0
    }
}
