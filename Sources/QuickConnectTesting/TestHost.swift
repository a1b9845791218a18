internal import Foundation
public import QuickConnect
public import QuickConnectPlugin

/// A host with one plugin in it, for the tests of that plugin: it sends commands, and keeps what the plugin does beside
/// answering.
///
/// ```swift
/// let host = TestHost(plugin: SoundPlugin(player: FakePlayer(["laser"])), commands: ["playSound": PlaySoundVCO.self])
/// #expect(try await host.call("playSound", [0]) == .null)
/// ```
/// Its files lie in a folder of its own, which goes away with it. The plugin's state ends with it, too. Any thread.
public final class TestHost: Sendable {
    /// The controller, for what a test wants beyond ``call(_:_:from:timeout:)``.
    public let controller: FrontController

    /// The folder below which the plugin's storage folder lies.
    public let storageFolder: String

    let record: TestRecord
    let setUpError: CommandError?

    private init(
        _ configuration: HostConfiguration, _ root: String,
        setUp: (FrontController) throws(CommandError) -> Void = { _ throws(CommandError) in }
    ) {
        storageFolder = root + "/storage"
        record = TestRecord(root: root)
        var configuration = configuration
        configuration.log = { [record] in record.note($0) }
        controller = FrontController(configuration)
        controller.onEvent { [record] in record.note($0) }
        var setUpError: CommandError?
        do throws(CommandError) { try setUp(controller) } catch { setUpError = error }
        self.setUpError = setUpError
    }

    /// A host of a plugin whose state the test made, with the fakes that it wants.
    ///
    /// - Parameters:
    ///   - plugin: The state that the command objects share.
    ///   - commands: Which class carries out which command, in the order in which they run; each stands in its own stage.
    ///   - configure: Changes what the host is made with.
    public convenience init<P: Plugin>(
        plugin: P, commands: KeyValuePairs<String, any CommandClass<P>.Type>,
        configure: (inout HostConfiguration) -> Void = { _ in }
    ) {
        let (configuration, root) = TestHost.prepare(configure)
        self.init(configuration, root) { controller throws(CommandError) in
            try controller.install(plugin, classes: TestHost.classes(commands))
            try TestHost.map(commands, controller)
        }
    }

    /// A host of a plugin that makes its own state when a command first needs it, as in the real host.
    ///
    /// - Parameters:
    ///   - type: The plugin.
    ///   - commands: Which class carries out which command, in the order in which they run.
    ///   - settings: What the plugin reads by its host's `configuration`. As there is no manifest here, there are no defaults
    ///     and no checks.
    ///   - configure: Changes what the host is made with.
    public convenience init<P: Plugin>(
        _ type: P.Type, commands: KeyValuePairs<String, any CommandClass<P>.Type>, settings: [String: Value] = [:],
        configure: (inout HostConfiguration) -> Void = { _ in }
    ) {
        let (configuration, root) = TestHost.prepare {
            $0.pluginSettings[type.id] = settings
            configure(&$0)
        }
        self.init(configuration, root) { controller throws(CommandError) in
            try controller.install(type, classes: TestHost.classes(commands))
            try TestHost.map(commands, controller)
        }
    }

    /// A host of a built plugin: manifest, library and all, as they lie in a folder.
    ///
    /// - Parameters:
    ///   - folder: The plugin's folder. The plugins beside it are there, too, and none of them is loaded unless needed.
    ///   - settings: Values for keys that the manifest declares.
    ///   - configure: Changes what the host is made with.
    public convenience init(
        folder: String, settings: [String: Value] = [:], configure: (inout HostConfiguration) -> Void = { _ in }
    ) {
        let found = PluginFolder(folder)
        let (configuration, root) = TestHost.prepare {
            $0.pluginDirectories = [found.directory]
            if let id = found.plugin?.id { $0.pluginSettings[id] = settings }
            configure(&$0)
        }
        self.init(configuration, root) { _ throws(CommandError) in
            if let refusal = found.refusal { throw CommandError(.unavailable, refusal) }
        }
    }

    private static func prepare(_ configure: (inout HostConfiguration) -> Void) -> (HostConfiguration, String) {
        let root = ScratchFolder.make()
        var configuration = HostConfiguration()
        configuration.name = "tests"
        configuration.paths = HostPaths(below: root)
        configuration.storageFolder = root + "/storage"
        configure(&configuration)
        return (configuration, root)
    }

    private static func classes<P: Plugin>(
        _ commands: KeyValuePairs<String, any CommandClass<P>.Type>
    ) -> [any CommandClass<P>.Type] {
        var seen: Set<String> = []
        return commands.map(\.value).filter { seen.insert($0.name).inserted }
    }

    private static func map<P: Plugin>(
        _ commands: KeyValuePairs<String, any CommandClass<P>.Type>, _ controller: FrontController
    ) throws(CommandError) {
        for (command, type) in commands {
            try controller.app.map(command, to: "\(P.id)/\(type.name)", stage: type.stage)
        }
    }
}
