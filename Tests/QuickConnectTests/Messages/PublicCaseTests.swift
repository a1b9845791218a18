import Foundation
import QuickConnect
import QuickConnectPlugin
import Testing

@Suite struct PublicCaseTests {
    @Test func areAllThere() throws {
        let counts = try ["json", "url", "value"].map { try PublicCase.all($0).count }
        #expect(counts == [12, 12, 10])
    }

    @Test(arguments: try PublicCase.all("json")) func readsJSON(_ input: PublicCase) throws {
        switch JSONOutcome(input.input) {
        case .text(let text): #expect(text == input.text)
        case .fault(let code, _): #expect(code.rawValue == input.code)
        }
    }

    @Test(arguments: try PublicCase.all("url")) func readsURLs(_ input: PublicCase) throws {
        switch JSONOutcome(url: input.input, compatibility: input.compatibility) {
        case .text(let text): #expect(text == input.text)
        case .fault(let code, _): #expect(code.rawValue == input.code)
        }
    }

    @Test(arguments: try PublicCase.all("value")) func bringsTextThrough(_ input: PublicCase) throws {
        let json = String(decoding: try JSONEncoder().encode(input.input), as: UTF8.self)
        guard case .text(let canonical) = JSONOutcome(json) else {
            Issue.record("\(json) is refused")
            return
        }
        #expect(try JSONDecoder().decode(String.self, from: Data(canonical.utf8)) == input.text)
        #expect(JSONOutcome(canonical) == .text(canonical))
    }

    @Test(arguments: try PublicCase.all("value"), [false, true])
    func bringsTextThroughURLs(_ input: PublicCase, compatibility: Bool) throws {
        let json = String(decoding: try JSONEncoder().encode(input.input), as: UTF8.self)
        let url = "call?cmd=log&msg=\(json.percentEncoded)"
        guard case .text(let canonical) = JSONOutcome(json) else {
            Issue.record("\(json) is refused")
            return
        }
        let outcome = JSONOutcome(url: url, compatibility: compatibility)
        #expect(outcome == .text("{\"cmd\":\"log\",\"params\":[\(canonical)]}"))
    }
}
