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
        try shell("cp -f \"$0\" \"$1\"", buildFolder.appending(path: "qc").path, copy.path)
        return copy
    }

    /// Has a shell do something, with `words` as `$0`, `$1` and so on.
    ///
    /// Programs must be written by another process: one that this process writes is busy (`ETXTBSY`) for whoever starts it while
    /// a third thread is between fork and exec.
    static func shell(_ script: String, _ words: String...) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", script] + words
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }

    /// Both plugins of this package, staged once.
    static let plugins: Result<String, any Error> = Result {
        let target = sharedFolder.appending(path: "staged")
        let script = packageFolder.appending(path: "scripts/stage-plugins.sh").path
        try shell("exec \"$0\" \"$1\" \"$2\"", script, buildFolder.path, target.path)
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

    /// A host with settings, ready to run: ``SettingsHost``'s arguments after the directory of plugins.
    func hostProcess(_ arguments: [String]) throws -> Process {
        let process = try process([Tool.plugins.get()] + arguments)
        process.executableURL = Tool.buildFolder.appending(path: "SettingsHost")
        return process
    }

    /// Runs a host with settings to its end.
    ///
    /// - Parameter script: What a shell is to do with the program and its arguments, which it has as `"$0" "$@"`.
    func runHost(_ arguments: [String], input: Data, script: String? = nil) async throws -> Outcome {
        let process = try hostProcess(arguments)
        if let script, let program = process.executableURL?.path {
            process.arguments = ["-c", script, program] + (process.arguments ?? [])
            process.executableURL = URL(filePath: "/bin/bash")
        }
        return try await run(process, input)
    }

    /// Runs the program to its end.
    func run(_ arguments: [String], input: Data = Data()) async throws -> Outcome {
        try await run(process(arguments), input)
    }

    // On threads of its own: blocking calls must not hold the few of Swift's pool, on which the readers would wait.
    private func run(_ process: Process, _ input: Data) async throws -> Outcome {
        // A file, since a program that ends without reading all of a pipe would end its writer by a signal.
        let source = try file("input-\(UUID().uuidString)", input)
        let job = Job(process: process)
        process.standardInput = try FileHandle(forReadingFrom: URL(filePath: source))
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try job.run() }) }
        }
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
}

/// A process on its way from start to end.
// Used by the one thread that runs it.
private struct Job: @unchecked Sendable {
    let process: Process

    func run() throws -> Tool.Outcome {
        let (output, diagnostics) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = diagnostics
        try process.run()
        let said = DiagnosticsReader(diagnostics.fileHandleForReading)
        let result = output.fileHandleForReading.readDataToEndOfFile()
        let text = String(decoding: said.wait(), as: UTF8.self)
        process.waitUntilExit()
        return Tool.Outcome(status: process.terminationStatus, output: result, diagnostics: text)
    }
}

/// All that comes out of a pipe, read on a thread of its own.
// Written before the semaphore is signalled, read after.
private final class DiagnosticsReader: @unchecked Sendable {
    private let done = DispatchSemaphore(value: 0)
    private var data = Data()

    init(_ handle: FileHandle) {
        Thread.detachNewThread { [self] in
            data = handle.readDataToEndOfFile()
            done.signal()
        }
    }

    func wait() -> Data {
        done.wait()
        return data
    }
}
