import Foundation
import Testing

/// The pages leave out nothing of what the sources define, and lead nowhere that is not there.
@Suite struct CoverageTests {
    private static let sources = [
        "Sources/QuickConnectPlugin/Values/ErrorCode.swift", "Sources/QuickConnect/Plugins/PluginRefusal+Code.swift",
    ]

    private static func text(of source: String) throws -> String {
        try String(contentsOfFile: DocsPage.root + "/" + source, encoding: .utf8)
    }

    @Test(arguments: CoverageTests.sources) func hasASectionForEachCode(source: String) throws {
        let text = try Self.text(of: source)
        let codes = text.matches(of: /static let .* = (?:Error)?Code\(rawValue: "(.*)"\)/).map { String($0.1) }
        try #require(codes.count > 20)
        let headings = try DocsPage("docs/errors.md").headings
        #expect(codes.filter { !headings.contains($0) } == [])
    }

    @Test func hasNoSectionForACodeThatThereIsNot() throws {
        let sources = try Self.sources.map(Self.text).joined()
        let headings = try DocsPage("docs/errors.md").headings.filter { !$0.contains(" ") }
            .filter { $0 != "Errors" && $0 != "Codes" }
        #expect(headings.filter { !sources.contains("\"\($0)\"") } == [])
    }

    @Test func hasTheLayoutOfTheABI() throws {
        let layout = try Self.text(of: "Tests/Fixtures/Layout/1.0.txt")
        var rows: [(name: String, size: Substring, members: [String])] = []
        for line in layout.split(separator: "\n") {
            let words = line.split(separator: " ")
            let parts = words[0].split(separator: ".")
            if parts.count == 1 {
                rows.append((String(parts[0]), words[1], []))
            } else {
                rows[rows.count - 1].members.append("`\(parts[1])` \(words[1])")
            }
        }
        let lines = try DocsPage("docs/plugin-abi.md").prose.filter { $0.hasPrefix("| `qc_") && $0.contains("` 0,") }
        #expect(lines == rows.map { "| `\($0.name)` | \($0.size) | \($0.members.joined(separator: ", ")) |" })
    }

    @Test(arguments: DocsPage.all) func leadsNowhereThatIsNotThere(path: String) throws {
        let page = try DocsPage(path)
        let folder = URL(filePath: DocsPage.root + "/" + path).deletingLastPathComponent()
        for match in page.prose.joined(separator: "\n").matches(of: /\]\(([^)]*)\)/) {
            let parts = match.1.split(separator: "#", omittingEmptySubsequences: false)
            guard !match.1.contains("://"), let name = parts.first else { continue }
            let file = name.isEmpty ? DocsPage.root + "/" + path : folder.appending(path: String(name)).path
            #expect(FileManager.default.fileExists(atPath: file), "\(path) leads to \(match.1)")
            guard parts.count > 1, let text = try? String(contentsOfFile: file, encoding: .utf8) else { continue }
            let anchors = text.split(separator: "\n").filter { $0.hasPrefix("#") }.map(Self.anchor)
            #expect(anchors.contains(String(parts[1])), "\(path) leads to \(match.1)")
        }
    }

    @Test func namesEveryPageInTheIndex() throws {
        let index = try DocsPage("docs/README.md").text + DocsPage("docs/decisions/README.md").text
        let names = DocsPage.all.filter { $0.hasPrefix("docs/") && !$0.hasSuffix("README.md") }
            .compactMap { $0.split(separator: "/").last }
        #expect(names.filter { !index.contains("\($0))") } == [])
    }

    @Test func namesEveryVerbAndOption() throws {
        let page = try DocsPage("docs/command-line.md").text
        let files = try FileManager.default.subpathsOfDirectory(atPath: DocsPage.root + "/Sources/qc")
        let sources = try files.filter { $0.hasSuffix(".swift") }.map { try Self.text(of: "Sources/qc/" + $0) }.joined()
        let options = sources.matches(of: /OptionRule\(\s*name: "([a-z-]+)"/).map { "--" + $0.1 }
        let verbs = sources.matches(of: /static let name = "([a-z]+)"/).map { "qc " + $0.1 }
        try #require(options.count > 4 && verbs.count > 3)
        #expect((options + verbs).filter { !page.contains($0) } == [])
    }

    /// What a heading is reached by.
    private static func anchor(_ heading: Substring) -> String {
        heading.drop { $0 == "#" }.dropFirst().lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
            .replacingOccurrences(of: " ", with: "-")
    }
}
