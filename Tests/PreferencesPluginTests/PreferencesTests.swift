import Foundation
import PluginFixtures
import QuickConnect
import QuickConnectPlugin
import QuickConnectTesting
import Testing

@Suite struct PreferencesTests {
    let host: TestHost
    let folder: String

    init() throws {
        host = TestHost(folder: try BuiltPlugin.preferences.get())
        folder = host.storageFolder + "/default/qc.preferences"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private var file: String { folder + "/preferences.json" }
    private var text: String? {
        FileManager.default.contents(atPath: file).map { String(decoding: $0, as: UTF8.self) }
    }
    private var names: Set<String> { Set((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []) }

    private func code(_ command: String, _ parameters: Value...) async -> ErrorCode? {
        await host.error(of: command, parameters)?.code
    }

    /// A second plugin on the same folder, as another process would be.
    private func other() throws -> TestHost {
        let storage = host.storageFolder
        return TestHost(folder: try BuiltPlugin.preferences.get()) { $0.storageFolder = storage }
    }

    static let values: [Value] = [
        nil, true, false, 0, -1, .integer(.min), .integer(.max), .unsigned(.max), 1.0, 0.1, -0.0, 1e300,
        .double(.leastNonzeroMagnitude), "", "text",
        "\"\\/\u{8}\u{c}\n\r\t\0\u{1f}\u{7f}\u{2028}👋é", [], [:], [1, [2.5, ["a": nil]], "b"],
        ["": 1, "é": 2, "a\"b": [true]], (0..<500).reduce(7) { inner, _ in .array([inner]) },
    ]

    @Test(arguments: values) func givesBackWhatWasSetNowAndLater(value: Value) async throws {
        #expect(try await host.call("setPreference", ["a", value]) == .null)
        #expect(try await host.call("getPreference", ["a"]) == value)
        let later = try await other().call("getPreference", ["a"])
        #expect(later == value)
        #expect(later.kind == value.kind)
    }

    @Test func tellsTheDefaultWhereThereIsNone() async throws {
        #expect(try await host.call("getPreference", ["a"]) == .null)
        #expect(try await host.call("getPreference", ["a", 5]) == 5)
        #expect(try await host.call("getPreference", [["name": "a", "default": [1]]]) == [1])
        try await host.call("setPreference", [["name": "a", "value": false]])
        #expect(try await host.call("getPreference", ["a", 5]) == false)
        #expect(try await host.call("getPreference", [["name": "a", "default": 5]]) == false)
    }

    @Test func removes() async throws {
        try await host.call("setPreference", ["a", 1])
        #expect(try await host.call("removePreference", ["a"]) == true)
        #expect(try await host.call("removePreference", ["a"]) == false)
        #expect(try await host.call("getPreference", ["a"]) == .null)
        #expect(text == "{}\n")
    }

    @Test func tellsAllInOrder() async throws {
        #expect(try await host.call("allPreferences") == [:])
        for name: Value in ["b", "a", "é", "B"] { try await host.call("setPreference", [name, name]) }
        let all = try #require(try await host.call("allPreferences").object)
        #expect(all.members.map(\.key) == ["B", "a", "b", "é"])
        #expect(text == "{\n\"B\": \"B\",\n\"a\": \"a\",\n\"b\": \"b\",\n\"é\": \"é\"\n}\n")
    }

    @Test func takesNormalFormsAsDifferentNames() async throws {
        try await host.call("setPreference", ["\u{E9}", 1])
        try await host.call("setPreference", ["e\u{301}", 2])
        for host in [host, try other()] {
            #expect(try await host.call("getPreference", ["\u{E9}"]) == 1)
            #expect(try await host.call("getPreference", ["e\u{301}"]) == 2)
            #expect(try await host.call("allPreferences").object?.count == 2)
        }
    }

    @Test func seesWhatOthersChange() async throws {
        let other = try other()
        for number in 0..<50 {
            try await host.call("setPreference", ["a", Value(number)])
            #expect(try await other.call("getPreference", ["a"]) == Value(number))
            try await other.call("setPreference", ["b", Value(number)])
            #expect(try await host.call("getPreference", ["b"]) == Value(number))
        }
        try Data(#"{"a": 1.5}"#.utf8).write(to: URL(filePath: file))
        #expect(try await host.call("allPreferences") == ["a": 1.5])
        unlink(file)
        #expect(try await host.call("allPreferences") == [:])
    }

    static let faults: [(String, [Value], ErrorCode)] = [
        ("setPreference", [], .invalidParameters), ("setPreference", ["a"], .invalidParameters),
        ("setPreference", [1, 2], .invalidParameters), ("setPreference", ["", 2], .invalidParameters),
        ("setPreference", ["a", 1, 2], .invalidParameters), ("setPreference", [["name": "a"]], .invalidParameters),
        ("setPreference", [["name": "a", "valeu": 1]], .invalidParameters),
        ("setPreference", [.string(String(repeating: "n", count: 1025)), 1], .invalidParameters),
        ("setPreference", ["a", .bytes([1])], .invalidParameters),
        ("setPreference", ["a", [["b": .double(.infinity)]]], .invalidParameters),
        ("setPreference", ["a", (0..<600).reduce(.null) { inner, _ in .array([inner]) }], .tooDeep),
        ("setPreference", ["a", .string(String(repeating: "x", count: 1 << 20))], .tooLarge),
        ("getPreference", [], .invalidParameters), ("getPreference", [nil], .invalidParameters),
        ("getPreference", ["a", 1, 2], .invalidParameters), ("removePreference", ["a", 1], .invalidParameters),
        ("removePreference", [["a"]], .invalidParameters), ("allPreferences", [1], .invalidParameters),
    ]

    @Test(arguments: faults)
    func refusesAndChangesNothing(command: String, parameters: [Value], code: ErrorCode) async throws {
        try await host.call("setPreference", ["kept", 1])
        let before = text
        #expect(await host.error(of: command, parameters)?.code == code)
        #expect(text == before)
        #expect(try await host.call("allPreferences") == ["kept": 1])
    }

    static let damaged: [(String, Int)] = [
        ("", 0), ("{", 1), ("[]", 0), ("{\"a\": 1", 7), ("{\"a\": 1,}", 8), ("{\"a\": 01}", 6), ("{\"a\": tru}", 9),
        ("{\"a\": \"\\ud800\"}", 13), ("{\"a\": 1e999}", 6), ("{\"a\": 1} x", 9), ("{\"a\": \"\n\"}", 7), ("{a: 1}", 1),
        ("{\"a\": +1}", 6), ("{\"a\": \"\\u+123\"}", 9), (String(repeating: "[", count: 100_000), 0),
        ("{\"a\": " + String(repeating: "[", count: 100_000), 519),
    ]

    @Test(arguments: damaged) func keepsADamagedFileAsideAndSaysSoOnce(text: String, offset: Int) async throws {
        for (number, command) in ["getPreference", "setPreference"].enumerated() {
            try Data(text.utf8).write(to: URL(filePath: file))
            let error = await host.error(of: command, ["a", 1])
            #expect(error?.code == .badJSON)
            #expect(error?.data == ["offset": Value(offset)])
            let kept = "preferences-damaged-\(number + 1).json"
            #expect(error?.message.contains(kept) == true)
            #expect(FileManager.default.contents(atPath: folder + "/" + kept) == Data(text.utf8))
            #expect(try await host.call("getPreference", ["a"]) == .null)
            try await host.call("setPreference", ["a", 2])
            #expect(try await host.call("getPreference", ["a"]) == 2)
        }
    }

    @Test func followsNoLinkAndReadsNoPipe() async throws {
        let outside = host.storageFolder + "-outside"
        try Data(#"{"secret": 1}"#.utf8).write(to: URL(filePath: outside))
        symlink(outside, file)
        #expect(await code("allPreferences") == .unavailable)
        unlink(file)
        mkfifo(file, 0o600)
        #expect(await code("allPreferences") == .unavailable)
    }

    @Test func waitsNotForeverForALock() async throws {
        try await host.call("setPreference", ["a", 1])
        let lock = open(folder + "/preferences.lock", O_RDWR)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX) == 0)
        #expect(await code("setPreference", "a", 2) == .busy)
        #expect(try await host.call("getPreference", ["a"]) == 1)
    }

    @Test(arguments: [0, 1, 1_000_000_000_000] as [Value]) func saysThatTheLimitIsWrong(limit: Value) async throws {
        let host = TestHost(folder: try BuiltPlugin.preferences.get(), settings: ["sizeLimit": limit])
        #expect(await host.error(of: "allPreferences")?.code == .unavailable)
    }

    @Test func keepsAllWhenTheDiskIsFull() async throws {
        guard mount("none", folder, "tmpfs", 0, "size=256k") == 0 else {
            try Test.cancel("tmpfs cannot be mounted here: \(String(cString: strerror(errno)))")
        }
        defer { umount2(folder, Int32(MNT_DETACH)) }
        try await host.call("setPreference", ["a", "old"])
        #expect(await code("setPreference", "a", .string(String(repeating: "x", count: 300_000))) == .noSpace)
        #expect(text == "{\n\"a\": \"old\"\n}\n")
        #expect(try await host.call("getPreference", ["a"]) == "old")
        #expect(names == ["preferences.json", "preferences.lock"])
    }

    @Test(.timeLimit(.minutes(5))) func keepsTheRulesOfAllPlugins() async throws {
        let results = await PluginConformance(folder: try BuiltPlugin.preferences.get()).run()
        #expect(results.filter { $0.outcome != .passed } == [])
    }
}
