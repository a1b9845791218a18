import Foundation
import QuickConnect
import Testing

@Suite final class AppFolderTests {
    private let root = FileManager.default.temporaryDirectory.appendingPathComponent("app-\(UUID().uuidString)")
    private var folder: AppFolder { AppFolder(root.path) }

    init() throws {
        try FileManager.default.createDirectory(
            at: root.appendingPathComponent("lib"), withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    private func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: root.appendingPathComponent(name))
    }

    @Test(arguments: ["a.js", "lib/b.js"]) func readsText(name: String) throws {
        try write([0xEF, 0xBB, 0xBF] + Array("é\u{0}x".utf8), to: name)
        #expect(try folder.text(of: name) == "é\u{0}x")
    }

    @Test func readsItsManifest() throws {
        try write(Array(#"{"id": "x.y", "script": "main.js"}"#.utf8), to: "app.json")
        #expect(try folder.manifest().id == "x.y")
        #expect(try AppFolder(root.path + "/").manifest().id == "x.y")
    }

    @Test func namesTheLineThatIsNoUTF8() throws {
        try write(Array("ok\nab".utf8) + [0xC0], to: "a.js")
        let error = #expect(throws: AppError.self) { try folder.text(of: "a.js") }
        #expect(error?.line == 2 && error?.column == 3)
    }

    @Test(arguments: [
        ("missing.js", "No such file"), ("lib", "no regular file"), ("../a.js", "below its folder"), ("", "below its"),
        ("/etc/passwd", "below its"), ("a\u{0}.js", "below its"), ("link.js", "symbolic link leads out"),
        ("out/passwd", "symbolic link leads out"), ("fifo", "no regular file"),
    ])
    func refusesWhatIsNoFileOfTheApp(name: String, message: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: root.path + "/link.js", withDestinationPath: "/etc/passwd")
        try FileManager.default.createSymbolicLink(atPath: root.path + "/out", withDestinationPath: "/etc")
        mkfifo(root.path + "/fifo", 0o600)
        let error = #expect(throws: AppError.self) { try folder.text(of: name) }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        #expect(error?.file == root.path + "/" + name)
    }

    @Test func followsLinksInsideTheFolder() throws {
        try write(Array("1".utf8), to: "lib/b.js")
        try FileManager.default.createSymbolicLink(
            atPath: root.path + "/a.js", withDestinationPath: "lib/b.js")
        #expect(try folder.text(of: "a.js") == "1")
    }

    @Test func tellsAMissingFolderFromAMissingManifest() throws {
        #expect(throws: AppError.self) { try folder.manifest() }
        let missing = #expect(throws: AppError.self) { try AppFolder("/nonexistent/app").manifest() }
        #expect(missing?.file == "/nonexistent/app")
        let file = #expect(throws: AppError.self) { try AppFolder("/etc/passwd").manifest() }
        #expect(file?.message.contains("no folder") == true)
    }
}
