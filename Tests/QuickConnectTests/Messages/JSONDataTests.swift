import Foundation
import QuickConnect
import Testing

/// Files that a JSON reader must take, and files that it must refuse: one folder for each outcome.
@Suite struct JSONDataTests {
    private static func files(_ outcome: String) throws -> [URL] {
        let folder = PublicCase.folder.appending(path: outcome)
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    }

    /// Where Foundation differs by design: it keeps the first of repeated keys, and long integers as decimals.
    private static let notAsFoundation: Set = ["repeated-keys.json", "long-integer.json"]

    /// Takes the file, and gives what Foundation's reader gives; what is written reads back the same.
    @Test(arguments: try files("accept")) func takes(_ file: URL) throws {
        let bytes = Array(try Data(contentsOf: file))
        let text = try JSONText.canonical(bytes)
        #expect(try JSONText.canonical(text) == text)
        let foundation = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed) as? NSObject
        let written = try JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed) as? NSObject
        #expect(JSONDataTests.notAsFoundation.contains(file.lastPathComponent) || foundation == written)
    }

    @Test(arguments: try files("reject")) func refuses(_ file: URL) throws {
        let bytes = Array(try Data(contentsOf: file))
        let error = #expect(throws: MessageError.self) { try JSONText.canonical(bytes) }
        #expect(error.map { 0...bytes.count ~= $0.offset && !$0.message.isEmpty } == true)
    }
}
