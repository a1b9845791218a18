import Foundation
import PluginFixtures
import QuickConnectPlugin
import QuickConnectTesting
import Testing

@Suite struct FilesParametersTests {
    static let faults: [(String, [Value], String)] = [
        ("saveFile", [], "parameter 0 is missing; it must be a string, the path of a file"),
        ("saveFile", [5, "x"], "parameter 0 is an integer; it must be a string, the path of a file"),
        ("saveFile", ["a"], "parameter 1 is missing; it must be a string, the contents"),
        ("saveFile", ["a", 5], "parameter 1 is an integer; it must be a string, the contents"),
        ("saveFile", [["name": "a"]], "parameter 0.contents is missing; it must be a string, the contents"),
        ("saveFile", ["a", "b", "c"], "parameter 2 must be an object of options, or left out"),
        ("saveFile", ["a", "b", [:], 1], "0 to 3 parameters are needed and 4 were given"),
        ("saveFile", ["a", "b", ["append": 1]], "parameter 2.append is an integer; it must be true or false"),
        ("saveFile", ["a", "b", ["at": 1]], "parameter 2.at is for \"append\": true alone"),
        (
            "saveFile", ["a", "b", ["apend": true]],
            "parameter 2 has no option \"apend\"; there are encoding, replace, append, at"
        ),
        (
            "fileContents", ["a", ["offset": -1]],
            "parameter 1.offset is -1; it must be a whole number from 0 to 9007199254740991"
        ),
        (
            "fileContents", ["a", ["length": 1.5]],
            "parameter 1.length is a number; it must be a whole number from 0 to 9007199254740991"
        ),
        (
            "fileContents", [["name": "a", "encoding": "latin1"]],
            "parameter 0.encoding is a string; it must be \"utf8\", \"base64\" or \"bytes\""
        ),
        ("fileInfo", ["a", "b"], "0 to 1 parameters are needed and 2 were given"),
        ("moveFile", ["a"], "parameter 1 is missing; it must be a string, the path of a file"),
    ]

    @Test(arguments: faults) func namesThePlace(command: String, parameters: [Value], message: String) async throws {
        let error = await (try FilesApp()).host.error(of: command, parameters)
        #expect(error?.code == .invalidParameters)
        #expect(error?.message == message)
    }

    /// Every command with every kind of value in every place: an answer or a coded error, and nothing outside is touched.
    @Test(arguments: FilesPathTests.commands) func survivesParametersOfAllKinds(command: String) async throws {
        let app = try FilesApp(in: "/dev/shm")
        let kinds: [Value] = [
            nil, true, 0, -1, .integer(.min), .unsigned(.max), 0.5, .double(.nan), "", "word", "a\0b", "../../x", [],
            [1], [:],
            ["name": "x"], ["name": 1, "offset": 1e300], .bytes([0, 255]),
            .string(String(repeating: "x", count: 100_000)),
        ]
        let allowed: Set<ErrorCode> = [
            .invalidParameters, .badPath, .badEncoding, .notFound, .exists, .conflict, .tooLarge,
        ]
        for first in kinds {
            for second in kinds {
                for third in [[], [["append": true]], [["recursive": true, "replace": true]], [nil, 1]] as [[Value]] {
                    if let error = await app.host.error(of: command, [first, second] + third) {
                        #expect(allowed.contains(error.code), "\(error)")
                    }
                }
            }
        }
        #expect(app.isOutsideUntouched)
    }

    @Test(.timeLimit(.minutes(5))) func keepsTheRulesOfAllPlugins() async throws {
        let results = await PluginConformance(folder: try BuiltPlugin.files.get()).run()
        #expect(results.filter { $0.outcome != .passed } == [])
    }
}
