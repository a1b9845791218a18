internal import QuickConnectPlugin
internal import Synchronization

/// Receives requests, runs them through their command objects, and sees that each gets exactly one reply.
///
/// Any thread may send, and many at once. A program may have as many controllers as it wants; they share the code of plugins
/// and nothing else.
public final class FrontController: @unchecked Sendable {
    // What may change is atomic or stands under the locks of the parts.

    /// One controller for programs that want no more, with the usual plugin directories. Made at its first use.
    public static let shared = FrontController(.standard())

    /// What the controller was made with.
    public let configuration: HostConfiguration

    /// The map from commands to command objects.
    public var app: AppController {
        // Set once, at the end of `init`.
        guard let appController else { preconditionFailure("a controller is used while it is made") }
        return appController
    }

    // Made once, never written, freed with the controller.
    nonisolated(unsafe) let nameText: UnsafePointer<CChar>
    nonisolated(unsafe) let versionText: UnsafePointer<CChar>

    let pool: RecordPool
    let routes: PublishedRoutes
    let pendingRequests = PendingRequests()
    let events = EventHub()
    let main: MainPlace
    let classNumbers = ClassNumbers()
    /// The configuration's `compatibility`, where every request finds it at once.
    let takesOldMessages: Bool
    private let windows = Atomic<Int>(0)
    private(set) var appController: AppController?
    private(set) var registry: PluginRegistry?

    /// Makes a controller, and reads the manifests in the plugin directories. No plugin is loaded.
    ///
    /// A plugin that cannot be used keeps no other from working; ``report()`` tells of each.
    public init(_ configuration: HostConfiguration = HostConfiguration()) {
        self.configuration = configuration
        takesOldMessages = configuration.compatibility
        nameText = Text.keep(configuration.name)
        versionText = Text.keep(configuration.version)
        routes = PublishedRoutes()
        pool = RecordPool(owner: LivePools.newNumber(), limits: configuration.limits, routes: routes)
        main = MainPlace(loop: configuration.mainLoop)
        registry = PluginRegistry(
            .ofUser(configuration.pluginDirectories, paths: configuration.paths), self)
        appController = AppController(self)
        for plugin in plugins.allEnabled { map(plugin) }
    }

    deinit {
        for plugin in plugins.everyPlugin { plugin.end() }
        for text in [nameText, versionText] { UnsafeMutablePointer(mutating: text).deallocate() }
    }

    var plugins: PluginRegistry {
        // Set once, in `init`.
        guard let registry else { preconditionFailure("a controller is used while it is made") }
        return registry
    }

    var names: ClassNames { ClassNames(controller: self) }

    /// Maps the commands of a plugin as its manifest says.
    func map(_ plugin: ActivePlugin) { app.map(plugin.manifest?.commands ?? [], of: plugin.key) }

    /// Has the next request build the routes anew.
    func routesChanged() { routes.withdraw(pool) }

    func log(_ level: LogLevel, _ message: String, plugin: String? = nil) {
        configuration.log(LogEntry(level, message, plugin: plugin))
    }

    /// True while a window is open: view objects run on the main thread, and business objects never do.
    public var hasWindow: Bool { windows.load(ordering: .acquiring) > 0 }

    /// Notes that a window was opened. The configuration must have a main loop.
    public func windowOpened() {
        precondition(
            configuration.mainLoop != nil, "a program that opens windows gives its main loop in the configuration")
        windows.add(1, ordering: .acquiringAndReleasing)
        for plugin in plugins.everyPlugin { plugin.windowsChanged() }
    }

    /// Notes that a window was closed.
    public func windowClosed() {
        windows.subtract(1, ordering: .acquiringAndReleasing)
        for plugin in plugins.everyPlugin { plugin.windowsChanged() }
    }

    /// Sets who gets the events of plugins; nil for nobody. Events are held, at most 1024, until somebody listens.
    ///
    /// - Parameter executor: Where to call `listener`; nil for the thread of the event.
    public func onEvent(on executor: (any CallerExecutor)? = nil, _ listener: (@Sendable (Event) -> Void)?) {
        events.listen(on: executor, listener)
    }
}
