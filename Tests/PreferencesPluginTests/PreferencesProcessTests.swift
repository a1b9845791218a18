import Foundation
import PluginFixtures
import Testing

@Suite struct PreferencesProcessTests {
    private func table(_ home: ChildHome) throws -> [String: Any] {
        let file = try #require(home.contents("preferences.json"))
        return try #require(try JSONSerialization.jsonObject(with: file) as? [String: Any])
    }

    /// What was acknowledged is there, or a later value that was on its way; and the rest is never lost.
    @Test func keepsWhatWasAcknowledgedWhenKilledAtAnyMoment() async throws {
        let home = try ChildHome(BuiltPlugin.preferences.get())
        let filler = String(repeating: "x", count: 20_000)
        var number = 0
        for round in 0..<50 {
            let child = try home.start()
            try child.send("setPreference", ["filler", filler])
            #expect(child.reply() == "ok")
            let acknowledged = Int.random(in: 1...4)
            for _ in 0..<acknowledged { try child.send("setPreference", ["number", number + 1]); number += 1 }
            for _ in 0..<acknowledged { #expect(child.reply() == "ok") }
            let last = number
            for _ in 0..<20 { try child.send("setPreference", ["number", number + 1]); number += 1 }
            usleep(UInt32.random(in: 0...8_000))
            child.kill()
            let table = try table(home)
            let found = try #require(table["number"] as? Int)
            #expect((last...number).contains(found), "round \(round)")
            #expect(table["filler"] as? String == filler)
        }
    }

    @Test func losesNoNameOfTwoProcesses() async throws {
        let home = try ChildHome(BuiltPlugin.preferences.get())
        let children = try [home.start(), home.start()]
        for index in 0..<100 {
            for (place, child) in children.enumerated() {
                try child.send("setPreference", ["\(place):\(index)", index])
            }
        }
        for child in children {
            for _ in 0..<100 { #expect(child.reply() == "ok") }
            child.kill()
        }
        let table = try table(home)
        #expect(table.count == 200)
        for place in 0..<2 { for index in 0..<100 { #expect(table["\(place):\(index)"] as? Int == index) } }
    }
}
