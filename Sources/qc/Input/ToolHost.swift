internal import QuickConnect

/// The host that this program is.
enum ToolHost {
    /// A controller with the plugins that the command line and the surroundings name.
    static func controller(_ arguments: Arguments) -> FrontController {
        var configuration = HostConfiguration.standard(plugins: arguments.values(.plugins))
        configuration.name = "qc"
        return FrontController(configuration)
    }
}
