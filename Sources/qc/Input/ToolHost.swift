internal import QuickConnect

/// The host that this program is.
enum ToolHost {
    /// A controller with the plugins that the command line and the surroundings name.
    static func controller(_ arguments: Arguments) -> FrontController {
        var configuration = HostConfiguration.standard(plugins: arguments.values(.plugins))
        configuration.name = "qc"
        // A plugin that crashes this program is named, and left out next time.
        _ = CrashAttribution.install(configuration.paths)
        return FrontController(configuration)
    }
}
