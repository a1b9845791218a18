import Foundation

/// Compiles the C fixtures when a test first asks for them.
enum FixtureCompiler {
    /// The package's folder.
    static let root = String(#filePath.dropLast("/Tests/QuickConnectTests/Plugins/FixtureCompiler.swift".count))

    static let fixtures = root + "/Tests/Fixtures"

    /// The folder of the public headers.
    static let headers = root + "/Sources/CQuickConnect/include"

    /// The C compiler: Swift's own, which is there wherever Swift is, or else the system's.
    static let compiler = (try? end(of: ["clang", "--version"]).status) == 0 ? "clang" : "cc"

    private static let products = NSTemporaryDirectory() + "quickconnect-fixtures-\(getpid())"
    private static let lock = NSLock()
    nonisolated(unsafe) private static var made: [[String]: String] = [:]

    struct Failure: Error { let text: String }

    /// The path of a shared library made of `Tests/Fixtures/Plugins/SOURCE` with these flags; the same for the same
    /// flags.
    static func library(
        _ source: String = "plugin.c", _ flags: [String] = [], headers: String = FixtureCompiler.headers
    ) throws -> String {
        try lock.withLock {
            if let path = made[[source] + flags] { return path }
            if made.isEmpty {
                try FileManager.default.createDirectory(atPath: products, withIntermediateDirectories: true)
                atexit { try? FileManager.default.removeItem(atPath: FixtureCompiler.products) }
            }
            let path = products + "/\(made.count).so"
            try run(
                [
                    compiler, "-shared", "-fPIC", "-O1", "-fvisibility=hidden", fixtures + "/Plugins/" + source, "-o",
                    path,
                ]
                    + flags + ["-I", headers])
            made[[source] + flags] = path
            return path
        }
    }

    /// Runs a program, and throws what it printed if it fails; returns what it printed.
    @discardableResult
    static func run(_ command: [String]) throws -> String {
        let (status, output) = try end(of: command)
        guard status == 0 else { throw Failure(text: output) }
        return output
    }

    /// Runs a program, and returns how it ended (as `waitpid` says it) and what it printed.
    static func end(of command: [String]) throws -> (status: Int32, output: String) {
        // Into a file: Foundation's reading from a pipe traps when a signal arrives.
        let path = NSTemporaryDirectory() + UUID().uuidString
        defer { unlink(path) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, path, O_WRONLY | O_CREAT, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var process = pid_t()
        guard posix_spawnp(&process, command[0], &actions, nil, &arguments, environ) == 0 else {
            throw Failure(text: "\(command[0]) cannot be run")
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        return (status, try String(contentsOfFile: path, encoding: .utf8))
    }
}
