import Foundation
import Testing

/// `qc-run` as a process of its own.
@Suite final class RunProgramTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("run-\(UUID().uuidString)")
    private static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "qc-run")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private struct Run {
        let status: Int32
        let output: String
        let errors: String
    }

    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: name))
    }

    private func app(_ script: String) throws {
        try write(#"{"id": "x.y", "script": "main.js"}"#, to: "app.json")
        try write(script, to: "main.js")
    }

    private func process(_ arguments: [String]) -> (Process, Pipe, URL) {
        let process = Process()
        process.executableURL = Self.program
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.environment = ["HOME": folder.path, "PATH": "/usr/bin:/bin", "ASAN_OPTIONS": "detect_leaks=0"]
        let output = Pipe()
        let errors = folder.appending(path: "stderr")
        _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
        process.standardOutput = output
        process.standardError = FileHandle(forWritingAtPath: errors.path)
        return (process, output, errors)
    }

    private func run(_ arguments: [String]) throws -> Run {
        let (process, output, errors) = process(arguments)
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Run(
            status: process.terminationStatus, output: String(decoding: data, as: UTF8.self),
            errors: try String(contentsOf: errors, encoding: .utf8))
    }

    @Test func runsAnAppToItsEnd() throws {
        try app("#!/usr/bin/env qc run\nsetTimeout(() => console.log('done'), 1)")
        for arguments in [[".", "--headless"], ["--headless", "."], ["--head", "--", "."]] {
            let run = try run(arguments)
            #expect(run.output == "done\n" && run.errors == "" && run.status == 0)
        }
    }

    @Test func namesFileLineAndStackOfAnUncaughtError() throws {
        try app("\nfunction f() {\n  throw new Error('x');\n}\nf();")
        let run = try run([".", "--headless"])
        #expect(run.status == 1)
        #expect(run.errors.hasPrefix("./main.js:3:"))
        #expect(run.errors.contains("Uncaught Error: x\n    at f (./main.js:3:"))
        #expect(run.errors.contains("(./main.js:5:2)"))
    }

    @Test(arguments: [
        ([], "name the folder"), (["a", "b"], "one too many"), (["--nonsense"], "no option --nonsense"),
        (["a", "--plugins"], "--plugins needs a value"),
        (["a", "--headless", "--inspector"], "needs the web view host"),
        (["a", "--headless", "--screenshot", "f"], "--screenshot needs the web view"), (["a"], "add --headless"),
    ])
    func refusesAWrongCommandLine(arguments: [String], message: String) throws {
        let run = try run(arguments)
        #expect(run.status == 2 && run.output == "")
        #expect(run.errors.hasPrefix("qc run: ") && run.errors.contains(message), "\(run.errors)")
    }

    @Test(arguments: [
        (#"{"id": "x.y",\#n "script": 5}"#, "qc run: ./app.json:2:12: `script` must be"),
        (#"{"id": "x.y", "script": "missing.js"}"#, "qc run: ./missing.js: the file cannot be read: No such file"),
        (#"{"id": "x.y", "html": "index.html"}"#, "qc run: ./app.json: the app has no scripts"),
        (
            #"{"id": "x.y", "script": "main.js",\#n"commands": [{"command": "a", "stage": "view", "class": "NoVCO"}]}"#,
            "qc run: ./app.json:2: "
        ),
    ])
    func namesThePlaceOfWhatIsWrongInAnApp(manifest: String, message: String) throws {
        try app("console.log('ran')")
        try write(manifest, to: "app.json")
        let run = try run([".", "--headless"])
        #expect(run.status == 1 && run.output == "")
        #expect(run.errors.hasPrefix(message), "\(run.errors)")
    }

    @Test func complainsAndRunsOnWhereItCan() throws {
        try app("console.log('ran')")
        try write(
            #"{"id": "x.y", "script": "main.js", "colour": 1, "configuration": {"no.such": {"a": 1}}}"#, to: "app.json")
        let run = try run([".", "--headless"])
        #expect(run.status == 0 && run.output == "ran\n")
        #expect(run.errors.contains("./app.json:1: the key `colour` is not known"))
        #expect(run.errors.contains("no.such, which is not installed"))
    }

    @Test func complainsOfASettingThatThereIsNot() throws {
        try app("console.log('ran')")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "plugins/p"), withIntermediateDirectories: true)
        let plugin = #"{"abi": "1.0", "id": "x.p", "version": "1.0.0", "library": "libP.so", "#
        try write(plugin + #""configuration": {"tick": {"type": "integer"}}}"#, to: "plugins/p/plugin.json")
        try write(#"{"id": "x.y", "script": "main.js", "configuration": {"x.p": {"tock": 1}}}"#, to: "app.json")
        let run = try run([".", "--headless", "--plugins", "plugins", "--plugins", "none"])
        #expect(run.status == 0 && run.output == "ran\n")
        #expect(run.errors.contains("the plugin x.p has no setting `tock`, which has no effect; it has tick"))
        #expect(run.errors.contains("/none is not there"))
    }

    @Test(.timeLimit(.minutes(1)), arguments: [SIGINT, SIGTERM]) func endsInOrderAtASignal(signal: Int32) throws {
        try app("console.log('up'); setInterval(() => {}, 1000)")
        let (process, output, _) = process([".", "--headless"])
        try process.run()
        #expect(output.fileHandleForReading.availableData == Data("up\n".utf8))
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 128 + signal)
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: ["for (;;) {}", "const again = () => Promise.resolve().then(again); again()"])
    func endsAScriptThatNeverReturnsAtASignal(script: String) throws {
        try app("console.log('up'); " + script)
        let (process, output, _) = process([".", "--headless"])
        try process.run()
        #expect(output.fileHandleForReading.availableData == Data("up\n".utf8))
        kill(process.processIdentifier, SIGTERM)
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
        #expect(process.terminationStatus == SIGTERM)
    }

    @Test func printsItsUsage() throws {
        let run = try run(["--help"])
        #expect(run.status == 0 && run.output.hasPrefix("usage: qc run APP"))
    }
}
