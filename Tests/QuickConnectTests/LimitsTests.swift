import QuickConnect
import Testing

@Suite struct LimitsTests {
    @Test func areThoseOfTheDesign() {
        let limits = Limits()
        #expect(limits.messageBytes == 64 * 1024 * 1024)
        #expect(limits.urlBytes == 1024 * 1024)
        #expect(limits.jsonDepth == 512)
        #expect(limits.nesting == 32)
    }
}
