internal import Glibc

/// Where this user's files lie, by the XDG base directory rules.
///
/// <https://specifications.freedesktop.org/basedir-spec/latest/>: a variable that is empty or no absolute path counts
/// as not set.
public struct HostPaths: Sendable, Equatable {
    /// `$XDG_CACHE_HOME`, or `~/.cache`.
    public var cache: String
    /// `$XDG_STATE_HOME`, or `~/.local/state`.
    public var state: String
    /// `$XDG_CONFIG_HOME`, or `~/.config`.
    public var config: String
    /// `$XDG_DATA_HOME`, or `~/.local/share`.
    public var data: String
    /// The absolute path of the running program.
    public var executable: String

    /// Paths that the caller chose, for tests and for hosts with a place of their own.
    public init(cache: String, state: String, config: String, data: String, executable: String) {
        self.cache = cache
        self.state = state
        self.config = config
        self.data = data
        self.executable = executable
    }

    /// All of them below one folder: `cache`, `state`, `config`, `data`, and a program `bin/qc`.
    public init(below root: String) {
        self.init(
            cache: root + "/cache", state: root + "/state", config: root + "/config", data: root + "/data",
            executable: root + "/bin/qc")
    }

    /// Those of this process: its environment, its user, its program.
    public static func fromEnvironment() -> HostPaths {
        let home = absolute("HOME") ?? homeFromDatabase() ?? "/nonexistent"
        return HostPaths(
            cache: absolute("XDG_CACHE_HOME") ?? home + "/.cache",
            state: absolute("XDG_STATE_HOME") ?? home + "/.local/state",
            config: absolute("XDG_CONFIG_HOME") ?? home + "/.config",
            data: absolute("XDG_DATA_HOME") ?? home + "/.local/share",
            executable: runningProgram())
    }

    private static func absolute(_ variable: String) -> String? {
        guard let value = getenv(variable), value[0] == UInt8(ascii: "/") else { return nil }
        return String(cString: value)
    }

    private static func homeFromDatabase() -> String? {
        guard let home = getpwuid(geteuid())?.pointee.pw_dir, home[0] == UInt8(ascii: "/") else { return nil }
        return String(cString: home)
    }

    private static func runningProgram() -> String {
        FilePath.target(of: "/proc/self/exe") ?? "/nonexistent"
    }
}
