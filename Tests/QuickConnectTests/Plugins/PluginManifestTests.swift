import QuickConnectPlugin
import Testing

@testable import QuickConnect

@Suite struct PluginManifestTests {
    private static func read(_ text: String) throws(PluginRefusal) -> PluginManifest {
        try PluginManifest.read(Array(text.utf8), file: "/p/plugin.json")
    }

    private static func refusal(_ text: String) -> PluginRefusal? {
        do {
            _ = try read(text)
            return nil
        } catch { return error }
    }

    /// The least that a manifest may say, with `more` members.
    private static func least(_ more: String = "") -> String {
        #"{"id": "qc.sound", "version": "1.0.0", "abi": "1.0", "library": "libSound.so""# + more + "}"
    }

    @Test func readsEveryKey() throws {
        let manifest = try Self.read(
            """
            {"id": "qc.sound", "version": "1.2.3-rc.1", "abi": "1.0", "library": "libSound.so", "run": "library",
             "name": "Sound", "description": "Plays sounds.",
             "classes": [{"class": "MuteBCO", "stage": "business", "thread": "any"}],
             "commands": [
              {"command": "playSound", "stage": "view", "class": "PlaySoundVCO", "permission": "sound.play"},
              {"command": "mute", "stage": "business", "class": "MuteBCO", "joins": true}],
             "services": ["qc.log/1"], "requires": ["qc.base"], "permissions": {"sound.play": "play sounds"},
             "configuration": {"volume": {"type": "number", "default": [ ], "default": 0.5, "description": "How loud."},
                               "names": {"type": "array", "default": [1, {"a": "]"}]}, "any": {"type": "string"}},
             "errors": ["NO_SUCH_SOUND"], "javascript": ["js/sound.js"], "typescript": ["sound.d.ts"]}
            """)
        #expect(manifest.id == "qc.sound")
        #expect(manifest.version == "1.2.3-rc.1")
        #expect(manifest.abi == PluginABI(major: 1, minor: 0))
        #expect(manifest.library == "libSound.so")
        #expect(
            manifest.classes == [
                PluginClass(name: "MuteBCO", stage: .business, thread: .any),
                PluginClass(name: "PlaySoundVCO", stage: .view),
            ])
        #expect(
            manifest.commands == [
                PluginCommand(command: "playSound", stage: .view, className: "PlaySoundVCO", permission: "sound.play"),
                PluginCommand(command: "mute", stage: .business, className: "MuteBCO", joins: true),
            ])
        #expect(manifest.services == ["qc.log/1"])
        #expect(manifest.requires == ["qc.base"])
        #expect(manifest.permissions == ["sound.play": "play sounds"])
        #expect(manifest.configuration.map(\.key) == ["volume", "names", "any"])
        #expect(manifest.configuration.map(\.defaultJSON) == ["0.5", #"[1, {"a": "]"}]"#, "null"])
        #expect(manifest.errorCodes == ["NO_SUCH_SOUND"])
        #expect(manifest.javaScript == ["js/sound.js"])
        #expect(manifest.typeScript == ["sound.d.ts"])
        #expect(manifest.warnings.isEmpty)
    }

    @Test func ignoresUnknownKeysAndTellsTheirLines() throws {
        let manifest = try Self.read(
            Self.least(
                ",\n\"colour\": 1,\n\"commands\": [\n{\"command\": \"a\", \"stage\": \"view\", \"class\": \"A\",\n\"later\": 0}]"
            ))
        #expect(manifest.warnings.map(\.line) == [5, 2])
        #expect(manifest.warnings.map(\.message).contains { $0.contains("`commands[0].later`") })
    }

    @Test(arguments: ["id", "version", "abi", "library"])
    func namesAMissingKey(key: String) throws {
        let text = Self.least().replacing("\"\(key)\"", with: "\"x\(key)\"")
        let refusal = try #require(Self.refusal("\n" + text))
        #expect(refusal.code == .missingKey)
        #expect(refusal.message.contains("\"\(key)\""))
        #expect(refusal.file == "/p/plugin.json")
        #expect(refusal.line == 2)
    }

    @Test(arguments: [
        ("commands", #"{}"#, "`commands` must be an array, not an object"),
        ("commands", #"["a"]"#, "`commands[0]` must be an object, not a string"),
        ("commands", #"[{"command": 1, "stage": "view", "class": "A"}]"#, "`commands[0].command` must be a string"),
        (
            "commands", #"[{"command": "a", "stage": "view", "class": "A", "joins": 1}]"#,
            "`commands[0].joins` must be true or"
        ),
        ("requires", "null", "`requires` must be an array, not null"),
        ("services", "[1.5]", "`services[0]` must be a string, not a number"),
        ("permissions", "[]", "`permissions` must be an object"),
        ("configuration", #"{"a": {"type": "integer", "default": 1.5}}"#, "`configuration.a.default` is a number, but"),
        ("errors", "[true]", "`errors[0]` must be a string"),
        ("run", "1", "`run` must be a string, not a whole number"),
    ])
    func namesAWrongType(key: String, value: String, words: String) throws {
        let refusal = try #require(Self.refusal(Self.least(",\n\n\"\(key)\": \(value)")))
        #expect(refusal.code == .wrongType)
        #expect(refusal.message.contains(words), "\(refusal)")
        #expect(refusal.line == 3)
    }

    @Test(arguments: [
        ("commands", #"[{"command": "", "stage": "view", "class": "A"}]"#, "must be a name without NUL"),
        ("commands", #"[{"command": "a\u0000", "stage": "view", "class": "A"}]"#, "must be a name without NUL"),
        ("commands", #"[{"command": "default", "stage": "view", "class": "A"}]"#, "not \"default\""),
        ("commands", #"[{"command": "a", "stage": "viev", "class": "A"}]"#, "validation, business, view or error"),
        ("commands", #"[{"command": "a", "stage": "view", "class": "A-B"}]"#, "must be a letter or underscore"),
        ("commands", #"[{"command": "a", "stage": "view", "class": "1A"}]"#, "must be a letter or underscore"),
        ("commands", #"[{"command": "a", "stage": "view", "class": "A", "permission": "a b"}]"#, "sound.play"),
        ("classes", #"[{"class": "A", "stage": "view"}, {"class": "A", "stage": "view"}]"#, "stands twice"),
        ("classes", #"[{"class": "A", "stage": "view", "thread": "all"}]"#, "serial, any or main"),
        ("services", #"["qc.log"]"#, "a name and a revision"),
        ("requires", #"["sound"]"#, "parts joined by dots"),
        ("requires", #"["qc.sound"]"#, "names the plugin itself"),
        ("configuration", #"{"a": {"type": "float"}}"#, "string, boolean, integer, number, array, object"),
        ("configuration", #"{"": {"type": "string"}}"#, "give it a name"),
        ("errors", #"["INTERNAL"]"#, "is the host's"),
        ("errors", #"["NOT_FOUND"]"#, "is the host's"),
        ("errors", #"["noSound"]"#, "upper-case"),
        ("javascript", #"["../x.js"]"#, "below the plugin's folder"),
        ("typescript", #"["/x.d.ts"]"#, "below the plugin's folder"),
        ("permissions", #"{"a b": "words"}"#, "the permission \"a b\" must be"),
    ])
    func namesAWrongValue(key: String, value: String, words: String) throws {
        let refusal = try #require(Self.refusal(Self.least(",\n\n\"\(key)\": \(value)")))
        #expect(refusal.code == .badValue)
        #expect(refusal.message.contains(words), "\(refusal)")
        #expect(refusal.line == 3)
    }

    @Test(arguments: [
        ("id", "sound"), ("id", ".sound"), ("id", "qc..sound"), ("id", "qc.s/x"), ("id", "qc.sünd"), ("id", "qc.-a"),
        ("version", "1.0"), ("version", "1.0.x"), ("version", "1.0.0-"), ("version", "1..0"),
        ("abi", "1"), ("abi", "1.0.0"), ("abi", "+1.0"), ("abi", "1.99999"),
        ("library", "lib/x.so"), ("library", ".."), ("library", ""), ("library", "/lib/x.so"),
    ])
    func refusesABadName(key: String, value: String) throws {
        let old = ["id": "qc.sound", "version": "1.0.0", "abi": "1.0", "library": "libSound.so"][key] ?? ""
        let text = Self.least().replacing("\"\(key)\": \"\(old)\"", with: "\n\"\(key)\": \"\(value)\"")
        let refusal = try #require(Self.refusal(text))
        #expect(refusal.code == .badValue)
        #expect(refusal.message.contains("`\(key)`"))
        #expect(refusal.line == 2)
    }

    @Test(arguments: [
        ("2.0", "update the host", false), ("1.1", "update the host", true), ("0.9", "build the plugin", false),
    ])
    func comparesTheABI(abi: String, words: String, sameMajor: Bool) throws {
        let refusal = try #require(Self.refusal(Self.least().replacing("\"1.0\"", with: "\"\(abi)\"")))
        #expect(refusal.code == .wrongABI)
        #expect(refusal.message.contains("ABI \(abi), this host has 1.0"))
        #expect(refusal.message.contains(sameMajor ? "update the host" : "build the plugin"))
    }

    @Test(arguments: [(#""run": "process""#, "\"library\" alone"), (#""invoke": []"#, "`invoke` is not known")])
    func refusesWhatComesLater(member: String, words: String) throws {
        let refusal = try #require(Self.refusal(Self.least("," + member)))
        #expect(refusal.code == .unsupported)
        #expect(refusal.message.contains(words))
    }

    @Test func refusesAClassInTwoStages() throws {
        let commands =
            #"[{"command": "a", "stage": "view", "class": "A"}, {"command": "b", "stage": "error", "class": "A"}]"#
        let refusal = try #require(Self.refusal(Self.least(#", "commands": "# + commands)))
        #expect(refusal.code == .badValue)
        #expect(refusal.message.contains("`commands[1].stage` is error, but A is of stage view"))
    }

    @Test(arguments: ["", "{", "[1,]", "{\"id\": \"\u{FFFD}", "nul", "{\"a\": 1} x"])
    func refusesWhatIsNoJSON(text: String) throws {
        let refusal = try #require(Self.refusal(text))
        #expect(refusal.code == .badJSON)
        #expect(refusal.line == 1)
        #expect(refusal.column != nil)
    }

    @Test(arguments: ["[]", "1", "null", "\"plugin\""])
    func refusesWhatIsNoObject(text: String) throws {
        let refusal = try #require(Self.refusal(text))
        #expect(refusal.code == .wrongType)
        #expect(refusal.message.contains("the manifest must be an object"))
    }

    @Test func tellsLineAndColumnOfBadJSON() throws {
        let refusal = try #require(Self.refusal("{\n  \"id\": 'x'}"))
        #expect(refusal.line == 2)
        #expect(refusal.column == 9)
        #expect(refusal.description.hasPrefix("/p/plugin.json:2:9: "))
    }

    @Test func refusesMoreThanAMegabyte() throws {
        let text = Self.least(",\"description\": \"" + String(repeating: "x", count: PluginManifest.sizeLimit) + "\"")
        #expect(Self.refusal(text)?.code == .badJSON)
    }

    @Test func findsAKeyThatIsWrittenWithEscapes() throws {
        let refusal = try #require(Self.refusal(Self.least(",\n\"\\u0072un\":\n 1")))
        #expect(refusal.line == 3)
    }

    /// Whatever a manifest holds, the answer is a manifest or a refusal with a place.
    @Test func survivesMutation() throws {
        let seed = Array(
            PluginHome.manifest(
                more: #""requires": ["a.b"], "configuration": {"k": {"type": "array", "default": [1, "é\n"]}}"#
            ).utf8)
        var random = SeededGenerator(seed: 0x5EED)
        var refused = 0
        for _ in 0..<20_000 {
            let bytes = random.mutate(seed)
            do throws(PluginRefusal) {
                _ = try PluginManifest.read(bytes, file: "f")
            } catch {
                refused += 1
                #expect(error.line ?? 0 >= 1, "\(error)")
                #expect(!error.message.isEmpty)
            }
        }
        #expect(refused > 10_000)
    }
}
