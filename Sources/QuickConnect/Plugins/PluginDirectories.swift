internal import Glibc

/// The directories in which plugins are looked for, in their order.
public enum PluginDirectories {
    /// Those that count for a program: first the ones it was given, then `QC_PLUGIN_PATH` (joined by colons), then
    /// `$XDG_DATA_HOME/quickconnect/plugins`, `plugins` beside the executable, and `lib/quickconnect/plugins` beside
    /// the folder that the executable lies in.
    ///
    /// - Parameters:
    ///   - given: What `--plugins` named, in order. Relative paths count from the working directory.
    ///   - searchPath: The value of `QC_PLUGIN_PATH`; nil if it is not set.
    /// - Returns: Absolute paths, each once. They need not exist.
    public static func inOrder(given: [String], searchPath: String?, paths: HostPaths) -> [String] {
        let named = (searchPath ?? "").split(separator: ":").map(String.init)
        let bin = FilePath.parent(of: paths.executable)
        let standard = [
            paths.data + "/quickconnect/plugins", bin + "/plugins",
            FilePath.parent(of: bin) + "/lib/quickconnect/plugins",
        ]
        var seen: Set<String> = []
        return (given + named + standard).map(absolute).filter { seen.insert($0).inserted }
    }

    /// Those of this process, with its environment.
    public static func inOrder(given: [String] = []) -> [String] {
        inOrder(
            given: given, searchPath: getenv("QC_PLUGIN_PATH").map { String(cString: $0) }, paths: .fromEnvironment())
    }

    /// What is wrong with a directory that a user named; nil if it may be meant. Nothing keeps it from being looked through.
    package static func complaint(of given: String) -> String? {
        let path = absolute(given)
        if access(path, F_OK) != 0 { return "the plugin directory \(path) is not there" }
        guard access(path + "/plugin.json", F_OK) == 0 else { return nil }
        return "\(path) is the folder of one plugin; name the directory above it: \(FilePath.parent(of: path))"
    }

    private static func absolute(_ path: String) -> String {
        var path = path
        if !path.utf8.starts(with: "/".utf8) {
            guard let current = getcwd(nil, 0) else { return path }
            path = String(cString: current) + "/" + path
            free(current)
        }
        // "a//b", "a/./b" and "a/b/" are one directory; ".." is left alone, as a link may stand before it.
        let parts = path.split(separator: "/").filter { $0 != "." }
        return "/" + parts.joined(separator: "/")
    }
}
