import Foundation

/// A page of the documentation: its text, and the blocks of code in it.
struct DocsPage {
    /// A block between two fences.
    struct Block {
        /// The language, the first word after the fence.
        let language: String
        /// The file that the block is, the second word; empty if it is none.
        let file: String
        /// The line of the fence, from 1.
        let line: Int
        let text: String
    }

    /// The package's folder.
    static let root = String(#filePath.dropLast("/Tests/DocsTests/DocsPage.swift".count))

    /// The path below the package's folder.
    let path: String
    let text: String
    let blocks: [Block]

    init(_ path: String) throws {
        self.path = path
        text = try String(contentsOfFile: DocsPage.root + "/" + path, encoding: .utf8)
        blocks = DocsPage.blocks(in: text)
    }

    /// The headings, without their signs.
    var headings: [String] {
        prose.filter { $0.hasPrefix("#") }.map { String($0.drop { $0 == "#" }.dropFirst()) }
    }

    /// The lines outside of blocks.
    var prose: [String] {
        var isInside = false
        return lines.filter { line in
            if line.hasPrefix("```") {
                isInside.toggle()
                return false
            }
            return !isInside
        }
    }

    private var lines: [String] { text.components(separatedBy: "\n") }

    private static func blocks(in text: String) -> [Block] {
        var (blocks, words, start, body): ([Block], [Substring]?, Int, [String]) = ([], nil, 0, [])
        for (index, line) in text.components(separatedBy: "\n").enumerated() {
            if line.hasPrefix("```") {
                if let opened = words {
                    let file = opened.count > 1 ? String(opened[1]) : ""
                    let text = body.map { $0 + "\n" }.joined()
                    blocks.append(Block(language: String(opened.first ?? ""), file: file, line: start, text: text))
                    words = nil
                } else {
                    (words, start, body) = (line.dropFirst(3).split(separator: " "), index + 1, [])
                }
            } else if words != nil {
                body.append(line)
            }
        }
        return blocks
    }

    /// Every page of the documentation.
    static let all: [String] = {
        let files = FileManager.default.enumerator(atPath: root + "/docs")?.compactMap { $0 as? String } ?? []
        return ["README.md"] + files.filter { $0.hasSuffix(".md") }.map { "docs/" + $0 }.sorted()
    }()
}
