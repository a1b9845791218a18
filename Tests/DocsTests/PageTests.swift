import Foundation
import Testing

/// What the pages tell their readers to do works, exactly as it stands there.
@Suite struct PageTests {
    @Test(arguments: [
        "docs/writing-a-plugin-swift.md", "docs/writing-a-plugin-c.md", "docs/messages.md", "docs/command-line.md",
        "docs/javascript.md", "docs/embedding.md",
    ])
    func worksAsWritten(path: String) throws {
        let page = try DocsPage(path)
        try #require(page.blocks.contains { $0.language == "console" })
        for complaint in try PageRun(page).complaints { Issue.record(Comment(rawValue: complaint)) }
    }

    @Test(arguments: ["README.md", "docs/embedding.md"])
    func showsWhatTheSamplesHold(path: String) throws {
        let page = try DocsPage(path)
        let folder = DocsPage.root + "/docs/samples"
        let samples = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
            .map { try String(contentsOfFile: folder + "/" + $0, encoding: .utf8) }
        let blocks = page.blocks.filter { $0.language == "swift" && $0.file != "Package.swift" }
        try #require(!blocks.isEmpty)
        for block in blocks {
            #expect(samples.contains { $0.contains(block.text) }, "\(path):\(block.line) is in no sample")
        }
    }

    @Test(arguments: [("Greeter", "Hello, World!\n"), ("Embedding", nil)])
    func runsTheSamples(name: String, output: String?) throws {
        let sample = Process()
        sample.executableURL = PageRun.build.appending(path: name)
        let pipe = Pipe()
        sample.standardOutput = pipe
        try sample.run()
        let printed = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        sample.waitUntilExit()
        #expect(sample.terminationStatus == 0)
        let shown = try output ?? DocsPage("docs/embedding.md").blocks.last?.text
        #expect(printed == shown)
    }

    /// A test of a plugin's class, as the page shows it, is among these tests.
    @Test func showsATestThatRuns() throws {
        let page = try DocsPage("docs/writing-a-plugin-swift.md")
        let block = try #require(page.blocks.first { $0.text.contains("@Suite") })
        let file = DocsPage.root + "/Tests/DocsTests/HelloVCOTests.swift"
        #expect(try String(contentsOfFile: file, encoding: .utf8).hasSuffix(block.text))
    }
}
