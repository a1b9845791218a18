import QuickConnect
import QuickConnectPlugin
import Testing

@Suite struct AppManifestTests {
    private func read(_ text: String) throws(AppError) -> AppManifest {
        try AppManifest.read(Array(text.utf8), file: "a/app.json")
    }

    @Test func readsAllThatAnAppMaySay() throws {
        let app = try read(
            """
            {"id": "org.x.app", "name": "X", "version": "1.2.3", "scripts": ["a.js", "lib/b.js"], "html": "i.html",
             "description": "d", "compatibility": true, "limits": {"jsonDepth": 7, "messageBytes": 100},
             "allow": {"https://example.org": ["loc", "play"]},
             "commands": [{"command": "default", "stage": "validation", "class": "q.p/AskValCO"}],
             "configuration": {"q.p": {"level": "debug", "list": [1, {"a": 1.0}]}}}
            """)
        #expect(app.id == "org.x.app" && app.name == "X" && app.version == "1.2.3")
        #expect(app.scripts == ["a.js", "lib/b.js"] && app.html == "i.html" && app.compatibility)
        #expect(app.commands.map(\.command) == ["default"] && app.commands.map(\.className) == ["q.p/AskValCO"])
        #expect(app.commands.map(\.stage) == [.validation] && app.commands.map(\.line) == [4])
        #expect(app.configuration == ["q.p": ["level": "debug", "list": [1, ["a": 1.0]]]])
        #expect(app.limits.jsonDepth == 7 && app.limits.messageBytes == 100 && app.limits.nesting == 32)
        #expect(app.allow == ["https://example.org": ["loc", "play"]])
        #expect(app.warnings.isEmpty)
    }

    @Test func needsLittle() throws {
        let app = try read(#"{"id": "x.y", "script": "main.js"}"#)
        #expect(app.name == "x.y" && app.version == "0.0.0" && app.scripts == ["main.js"] && app.html == nil)
        #expect(!app.compatibility && app.limits == Limits())
    }

    @Test func warnsOfKeysThatItDoesNotKnow() throws {
        let app = try read("{\"id\": \"x.y\", \"script\": \"m.js\",\n\"scirpts\": [],\n\"limits\": {\"x\": 1}}")
        #expect(app.warnings.map(\.line).sorted() == [2, 3])
        #expect(app.warnings.contains { $0.message.contains("`limits.x`") })
    }

    @Test(arguments: [
        ("{\"id\": \"x.y\",\n  \"script\": 5}", "a/app.json:2:13: `script` must be a string"),
        ("{\"id\": \"x.y\",\n}", "a/app.json:2:1: "), ("", "a/app.json:1:1: "), ("[]", "a/app.json:1:1: "),
        ("{\"script\": \"m.js\"}", "a/app.json:1:1: the key \"id\" is missing"),
        ("{\"id\": \"x\", \"script\": \"m\"}", "a/app.json:1:8: `id` is \"x\""),
        ("{\"id\": \"x.y\"}", "a/app.json:1:1: the app has nothing to run"),
        ("{\"id\": \"x.y\", \"script\": \"a\", \"scripts\": []}", "a/app.json:1:25: `script` and `scripts` are both"),
        ("{\"id\": \"x.y\", \"script\": \"../a.js\"}", "a/app.json:1:25: `script` is \"../a.js\"; it must be the path"),
        ("{\"id\": \"x.y\", \"script\": \"/a.js\"}", "a/app.json:1:25: "),
        ("{\"id\": \"x.y\", \"html\": \"a\", \"allow\": {\"b\": 5}}", "a/app.json:1:43: `allow.b` must be"),
        ("{\"id\": \"x.y\", \"html\": \"a\", \"limits\": {\"nesting\": 0}}", "a/app.json:1:50: `limits.nesting` must"),
        (
            "{\"id\": \"x.y\", \"html\": \"a\",\n\"commands\": [\n {\"command\": \"a\", \"stage\": \"late\"}]}",
            "a/app.json:3:28: "
        ),
        (
            "{\"id\": \"x.y\", \"html\": \"a\", \"commands\": [{\"command\": \"a\", \"stage\": \"view\"}]}",
            "a/app.json:1:41: the key \"class\""
        ),
        (
            "{\"id\": \"x.y\", \"html\": \"a\", \"commands\": [{\"command\": \"\"}]}",
            "a/app.json:1:53: `commands[0].command`"
        ),
        (
            "{\"id\": \"x.y\", \"html\": \"a\", \"configuration\": {\"a\": 1}}",
            "a/app.json:1:51: `configuration.a` must be an object"
        ),
        ("{\"id\": \"\u{FFFD}", "a/app.json:1:"),
    ])
    func namesThePlaceOfWhatIsWrong(text: String, message: String) {
        let error = #expect(throws: AppError.self) { try read(text) }
        #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
    }
}
