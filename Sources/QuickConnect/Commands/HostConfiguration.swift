internal import Glibc
public import QuickConnectPlugin

/// What a front controller is made with.
public struct HostConfiguration: Sendable {
    /// The host program, as plugins see it.
    public var name = "quickconnect"
    /// The host program's version, as plugins see it.
    public var version = HostVersion.text
    /// The app: plugins keep their files apart by it. Letters, digits, dots and hyphens.
    public var appID = "default"
    /// How large and how deep messages may be.
    public var limits = Limits()
    /// True to take what old pages send: see ``Limits`` and the documentation of messages.
    public var compatibility = false
    /// Where plugins are looked for, in order. None unless set; ``standard(plugins:)`` has the usual ones.
    public var pluginDirectories: [String] = []
    /// Where this user's files lie.
    public var paths = HostPaths.fromEnvironment()
    /// Where plugins keep their files; nil for the usual place below the user's data.
    public var storageFolder: String?
    /// Settings by plugin id and key, checked against the manifests when the plugins are activated.
    public var pluginSettings: [String: [String: Value]] = [:]
    /// What origins other than the app's own may call: command names by origin. Nothing unless listed.
    public var allowances: [String: Set<String>] = [:]
    /// Modules whose top-level classes may be mapped by their bare names, beside `"Module.Class"`.
    public var modules: [String] = []
    /// The loop of the main thread, for programs that have one; classes that declare ``ThreadRule/main`` run on it.
    public var mainLoop: (any CallerExecutor)?
    /// Takes each log entry, on any thread; standard error unless set.
    public var log: @Sendable (LogEntry) -> Void = HostConfiguration.logToStandardError

    /// A host without plugins.
    public init() {}

    /// A host with the usual plugin directories, after those in `plugins`.
    public static func standard(plugins: [String] = []) -> HostConfiguration {
        var configuration = HostConfiguration()
        configuration.pluginDirectories = PluginDirectories.inOrder(given: plugins)
        return configuration
    }

    /// Writes `entry` to standard error as one line, with one write(2).
    @Sendable public static func logToStandardError(_ entry: LogEntry) {
        // Debug entries are for whoever asks for them.
        guard entry.level != .debug || getenv("QC_DEBUG") != nil else { return }
        let line = Array((entry.line + "\n").utf8)
        _ = write(2, line, line.count)
    }
}
