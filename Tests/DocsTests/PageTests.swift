import Foundation
import Testing

/// What the pages tell their readers to do works, exactly as it stands there.
@Suite struct PageTests {
    @Test(arguments: ["docs/writing-a-plugin-swift.md", "docs/writing-a-plugin-c.md"])
    func worksAsWritten(path: String) throws {
        let page = try DocsPage(path)
        try #require(page.blocks.contains { $0.language == "console" })
        #expect(try PageRun(page).complaints == [])
    }
}
