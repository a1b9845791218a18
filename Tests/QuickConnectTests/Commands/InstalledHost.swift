import QuickConnect
import QuickConnectPlugin

/// A plugin directory, and controllers that see it and keep it.
// Nothing in it changes once it is made.
final class InstalledHost: @unchecked Sendable {
    let home: PluginHome
    let log = LogTrace()

    init() throws { home = try PluginHome() }

    /// The configuration of controllers that see the directory.
    var configuration: HostConfiguration {
        var configuration = HostConfiguration()
        configuration.name = "tests"
        configuration.pluginDirectories = [home.directory]
        configuration.paths = home.paths
        configuration.storageFolder = home.root + "/storage"
        configuration.log = { [self] in log.note($0) }
        return configuration
    }

    func controller(_ change: (inout HostConfiguration) -> Void = { _ in }) -> FrontController {
        var configuration = configuration
        change(&configuration)
        return FrontController(configuration)
    }

    /// Adds the plugin of `source`, whose commands are all in the business stage: `(command, class)`.
    @discardableResult
    func add(
        _ id: String, _ source: String, _ commands: [(String, String)], version: String = "1.0.0", more: String = "",
        flags: [String] = []
    ) throws -> String {
        let list = commands.map {
            #"{"command": "\#($0.0)", "stage": "\#($0.1.hasSuffix("VCO") ? "view" : "business")", "class": "\#($0.1)"}"#
        }.joined(separator: ", ")
        let manifest = """
            {"id": "\(id)", "version": "\(version)", "abi": "1.0", "library": "libTest.so", "commands": [\(list)]\(more)}
            """
        return try home.add(id, manifest: manifest, library: FixtureCompiler.library(source, flags))
    }
}

/// What was logged, in order. Any thread.
final class LogTrace: Sendable {
    private let trace = Trace()
    func note(_ entry: LogEntry) { trace.note(entry.line) }
    var lines: [String] { trace.all }
}

extension Reply {
    /// The error, if it is one.
    var error: CommandError? { if case .error(let error) = self { error } else { nil } }
}
