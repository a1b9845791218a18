import Foundation

/// A page followed to the letter, in a home folder of its own where the checkout lies at `~/quickconnect`.
///
/// A block with a file name is written to that file. An `sh` block is run, and must succeed. Of a `console` block each line
/// after `$ ` is run, and what it prints must be the lines that follow; `…` stands for anything in a line.
struct PageRun {
    /// A command of a `console` block.
    private struct Expectation {
        let line: Int
        let command: String
        let output: String
        let file: String
    }

    /// What the page said and what came of it, where the two differ.
    private(set) var complaints: [String] = []

    /// Where this test's program was built, and so `qc` and the SDK.
    static let build = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

    init(_ page: DocsPage) throws {
        let home = URL(filePath: NSTemporaryDirectory()).appending(path: "qc-docs-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: home) }
        try PageRun.makeHome(home)
        let (script, expectations) = try PageRun.script(of: page, in: home)
        try run(script, page, home)
        for expectation in expectations { try compare(expectation, page) }
    }

    /// The checkout as `make build` leaves it, whichever way this test was built.
    private static func makeHome(_ home: URL) throws {
        let checkout = home.appending(path: "quickconnect")
        let files = FileManager.default
        try files.createDirectory(at: checkout.appending(path: ".build"), withIntermediateDirectories: true)
        try files.createDirectory(at: home.appending(path: ".blocks"), withIntermediateDirectories: true)
        // Plugin directories that others may write to are refused.
        try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: home.path)
        try files.createSymbolicLink(at: checkout.appending(path: ".build/release"), withDestinationURL: build)
        for name in try files.contentsOfDirectory(atPath: DocsPage.root) where !name.hasPrefix(".") {
            try files.createSymbolicLink(
                atPath: checkout.path + "/" + name, withDestinationPath: DocsPage.root + "/" + name)
        }
    }

    /// What a page that does not say where `qc` is takes for granted: that it is found, with the plugins of this tree.
    private static let surroundings = """
        PATH=$HOME/quickconnect/.build/release:$PATH
        quickconnect/scripts/stage-plugins.sh quickconnect/.build/release .local/share/quickconnect/plugins

        """

    private static func script(of page: DocsPage, in home: URL) throws -> (String, [Expectation]) {
        var script = "set -eu\numask 022\ncd \"$HOME\"\n"
        if !page.blocks.contains(where: { $0.language == "sh" }) { script += PageRun.surroundings }
        var expectations: [Expectation] = []
        for (index, block) in page.blocks.enumerated() {
            let copy = home.path + "/.blocks/\(index)"
            if !block.file.isEmpty {
                try block.text.write(toFile: copy, atomically: false, encoding: .utf8)
                script += "cp '\(copy)' '\(block.file)'\n"
            } else if block.language == "sh" {
                script += block.text
            } else if block.language == "console" {
                for found in PageRun.expectations(of: block, copy) {
                    script += "{ \(found.command)\n} >'\(found.file)' 2>&1 </dev/null || true\n"
                    expectations.append(found)
                }
            }
        }
        return (script, expectations)
    }

    private static func expectations(of block: DocsPage.Block, _ copy: String) -> [Expectation] {
        var found: [Expectation] = []
        for (index, line) in block.text.components(separatedBy: "\n").dropLast().enumerated() {
            if line.hasPrefix("$ ") {
                found.append(
                    Expectation(
                        line: block.line + 1 + index, command: String(line.dropFirst(2)), output: "",
                        file: "\(copy).\(found.count)"))
            } else if let last = found.popLast() {
                found.append(
                    Expectation(
                        line: last.line, command: last.command, output: last.output + line + "\n", file: last.file))
            }
        }
        return found
    }

    private mutating func run(_ script: String, _ page: DocsPage, _ home: URL) throws {
        let bash = Process()
        bash.executableURL = URL(filePath: "/bin/bash")
        bash.arguments = ["-c", script]
        var variables = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("XDG_") }
        variables["QC_PLUGIN_PATH"] = nil
        variables["HOME"] = home.path
        bash.environment = variables
        // Into a file: nobody has to read while it runs.
        let log = home.path + "/.blocks/log"
        _ = FileManager.default.createFile(atPath: log, contents: nil)
        let handle = FileHandle(forWritingAtPath: log)
        (bash.standardOutput, bash.standardError) = (handle, handle)
        try bash.run()
        bash.waitUntilExit()
        guard bash.terminationStatus != 0 else { return }
        complaints.append("\(page.path): a block failed: \(try String(contentsOfFile: log, encoding: .utf8))")
    }

    private mutating func compare(_ expectation: Expectation, _ page: DocsPage) throws {
        guard let output = try? String(contentsOfFile: expectation.file, encoding: .utf8) else { return }
        let pattern = expectation.output.components(separatedBy: "…").map(NSRegularExpression.escapedPattern)
        let range = output.range(of: "^" + pattern.joined(separator: ".*") + "$", options: .regularExpression)
        guard range == nil || range != output.startIndex..<output.endIndex else { return }
        complaints.append("\(page.path):\(expectation.line): \(expectation.command)\nprints: \(output)")
    }
}
