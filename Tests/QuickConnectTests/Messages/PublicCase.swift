import Foundation
import Testing

/// One input from a public bug report, with the right result. The file is `Data/messages.json`.
struct PublicCase: Sendable, CustomTestStringConvertible {
    /// How the input travels: `url`, `json` or `value`.
    let kind: String
    let id: String
    let input: String
    let compatibility: Bool
    /// Canonical JSON, if the input is right.
    let text: String?
    /// The code, if it is not.
    let code: String?

    var testDescription: String { id }

    /// The folder with the data of these tests.
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Data")

    /// The cases of one kind.
    static func all(_ kind: String) throws -> [PublicCase] {
        let data = try Data(contentsOf: folder.appending(path: "messages.json"))
        let file = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let cases = try #require(file["cases"] as? [[String: Any]])
        return try cases.map(PublicCase.init).filter { $0.kind == kind }
    }

    private init(_ fields: [String: Any]) throws {
        kind = try #require(fields["kind"] as? String)
        id = try #require(fields["id"] as? String)
        input = try #require(fields["input"] as? String)
        compatibility = fields["compatibility"] as? Bool ?? false
        let expected = try #require(fields["expect"] as? [String: Any])
        code = expected["error"] as? String
        text = try expected["ok"].map { try PublicCase.canonical($0, kind: fields["kind"] as? String ?? "") }
    }

    /// The result as text: of a `json` case it stands there as text, of a `url` case as an object.
    private static func canonical(_ result: Any, kind: String) throws -> String {
        if kind != "url", let text = result as? String { return text }
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try JSONSerialization.data(withJSONObject: result, options: options), as: UTF8.self)
    }
}
