import Foundation
import Testing

/// `qc` as it was built, run as a process of its own.
struct Tool {
    /// What a run left behind.
    struct Outcome {
        let status: Int32
        let output: Data
        let diagnostics: String

        var text: String { String(decoding: output, as: UTF8.self) }
        var lines: [String] {
            text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        }
        var json: Any? { try? JSONSerialization.jsonObject(with: output, options: .fragmentsAllowed) }
    }

    /// A folder of this run's own, for files and for what the program keeps.
    let home: URL
    /// Variables beside those that give the program its home.
    var environment: [String: String] = [:]

    init() throws {
        home = URL(filePath: NSTemporaryDirectory()).appending(path: "qc-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        // Plugin directories that others may write to are refused.
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: home.path)
    }

    /// Where this test's program was built, and so `qc` and the plugins' libraries.
    static let buildFolder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

    private static let packageFolder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// What the tests of this process share, away from what was built: there, plugins may or may not be staged.
    private static let sharedFolder = URL(filePath: NSTemporaryDirectory()).appending(path: "qc-tests-\(getpid())")

    /// A copy of the program, made once.
    static let program: Result<URL, any Error> = Result {
        let bin = sharedFolder.appending(path: "bin")
        try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
        let copy = bin.appending(path: "qc")
        try? FileManager.default.removeItem(at: copy)
        try FileManager.default.copyItem(at: buildFolder.appending(path: "qc"), to: copy)
        return copy
    }

    /// Both plugins of this package, staged once.
    static let plugins: Result<String, any Error> = Result {
        let target = sharedFolder.appending(path: "staged")
        let staging = Process()
        staging.executableURL = packageFolder.appending(path: "scripts/stage-plugins.sh")
        staging.arguments = [buildFolder.path, target.path]
        try staging.run()
        staging.waitUntilExit()
        try #require(staging.terminationStatus == 0)
        return target.path
    }

    /// A process that is ready to run, with nothing connected.
    func process(_ arguments: [String]) throws -> Process {
        let process = Process()
        process.executableURL = try Tool.program.get()
        process.arguments = arguments
        var variables = ProcessInfo.processInfo.environment
        for name in ["CACHE", "STATE", "CONFIG", "DATA"] {
            variables["XDG_\(name)_HOME"] = home.appending(path: name.lowercased()).path
        }
        variables["QC_PLUGIN_PATH"] = nil
        process.environment = variables.merging(environment) { $1 }
        return process
    }

    /// Runs the program to its end.
    func run(_ arguments: [String], input: Data = Data()) async throws -> Outcome {
        let process = try process(arguments)
        let (feed, output, diagnostics) = (Pipe(), Pipe(), Pipe())
        process.standardInput = feed
        process.standardOutput = output
        process.standardError = diagnostics
        try process.run()
        async let written: Void = Tool.write(input, to: feed.fileHandleForWriting)
        async let said = Tool.readAll(diagnostics.fileHandleForReading)
        let result = await Tool.readAll(output.fileHandleForReading)
        await written
        let outcome = Outcome(status: 0, output: result, diagnostics: String(decoding: await said, as: UTF8.self))
        process.waitUntilExit()
        return Outcome(status: process.terminationStatus, output: outcome.output, diagnostics: outcome.diagnostics)
    }

    /// Runs the program with the plugins of this package.
    func runWithPlugins(_ arguments: [String], input: Data = Data()) async throws -> Outcome {
        try await run(arguments + ["--plugins", Tool.plugins.get()], input: input)
    }

    /// A file of this run's own.
    func file(_ name: String, _ content: Data) throws -> String {
        let file = home.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try content.write(to: file)
        return file.path
    }

    // Blocking calls must not hold the few threads of Swift's own pool.
    private static func readAll(_ handle: FileHandle) async -> Data {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: handle.readDataToEndOfFile()) }
        }
    }

    private static func write(_ data: Data, to handle: FileHandle) async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                // A program that ends without reading all is what some tests are about.
                try? handle.write(contentsOf: data)
                try? handle.close()
                continuation.resume()
            }
        }
    }
}
