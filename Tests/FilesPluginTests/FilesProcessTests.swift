import Foundation
import PluginFixtures
import Testing

@Suite struct FilesProcessTests {
    private static let first = String(repeating: "1", count: 300_000)
    private static let second = String(repeating: "2", count: 300_000)

    @Test func leavesAWholeFileWhenKilled() async throws {
        let home = try ChildHome(BuiltPlugin.files.get())
        for round in 0..<20 {
            let child = try home.start()
            try child.send("saveFile", ["a", Self.first])
            #expect(child.reply() == "ok")
            for index in 0..<40 { try child.send("saveFile", ["a", index % 2 == 0 ? Self.second : Self.first]) }
            usleep(UInt32.random(in: 0...20_000))
            child.kill()
            let text = String(decoding: try #require(home.contents("a"), "round \(round)"), as: UTF8.self)
            #expect(text == Self.first || text == Self.second, "round \(round): \(text.count) bytes")
        }
        // The next that starts removes what the killed ones left.
        let child = try home.start()
        try child.send("listFiles", [])
        #expect(child.reply() == "ok")
        #expect(home.names(".qc-files") == [])
        child.kill()
    }

    @Test func keepsAllPiecesOfTwoProcesses() async throws {
        let home = try ChildHome(BuiltPlugin.files.get())
        let children = try [home.start(), home.start()]
        for index in 0..<100 {
            for (place, child) in children.enumerated() {
                try child.send("saveFile", ["log", "\(place):\(index)\n", ["append": true]])
            }
        }
        for child in children {
            for _ in 0..<100 { #expect(child.reply() == "ok") }
            child.kill()
        }
        let lines = String(decoding: try #require(home.contents("log")), as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 200)
        for place in 0..<2 { #expect(lines.filter { $0.hasPrefix("\(place):") } == (0..<100).map { "\(place):\($0)" }) }
    }
}
