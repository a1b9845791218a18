import Foundation
import QuickConnectPlugin
import QuickConnectTesting
import Testing

@Suite(.serialized) struct FilesPathTests {
    static let badPaths: [(String, Value?)] = [
        ("", nil), ("/", 0), ("/etc/passwd", 0), ("..", 0), ("../x", 0), ("a/../b", 2), ("a/..", 2), (".", 0),
        ("./a", 0),
        ("a//b", 2), ("a/", 2), ("a\0b", 1), ("\0", 0), (String(repeating: "n", count: 300), 0),
        ("a/" + String(repeating: "é", count: 128), 2), (String(repeating: "a/", count: 2500) + "a", nil),
        (".qc-files", 0), (".qc-files/x", 0),
    ]

    static let commands = ["saveFile", "fileContents", "listFiles", "makeDir", "deleteFile", "moveFile", "fileInfo"]

    @Test(arguments: badPaths) func refusesAPathThatLeavesOrCannotBe(path: String, offset: Value?) async throws {
        let app = try FilesApp()
        for command in Self.commands {
            let more: [Value] = command == "saveFile" || command == "moveFile" ? ["x"] : []
            let error = await app.host.error(of: command, [.string(path)] + more)
            #expect(error?.code == .badPath, "\(command)")
            #expect(error?.data?["offset"] == offset, "\(command)")
        }
        _ = try await app.call("saveFile", "a", "x")
        #expect(await app.code("moveFile", "a", .string(path)) == .badPath)
        #expect(app.isOutsideUntouched)
    }

    @Test(arguments: ["...", "a..b", "-rf", "a b", "a\nb", "C:\\x", "%2e%2e", "\u{202E}x", "*", "~"])
    func takesOddNamesAsTheyAre(name: String) async throws {
        let app = try FilesApp()
        _ = try await app.call("saveFile", .string(name), "x")
        #expect(try await app.names() == [name])
        #expect(try await app.call("fileContents", .string(name)) == "x")
    }

    @Test func takesANameOf255Bytes() async throws {
        let app = try FilesApp()
        let name = String(repeating: "n", count: 255)
        _ = try await app.call("saveFile", .string(name), "x")
        #expect(try await app.names() == [name])
    }

    @Test func takesNormalFormsAsDifferentNames() async throws {
        let app = try FilesApp()
        _ = try await app.call("saveFile", "\u{E9}", "composed")
        _ = try await app.call("saveFile", "e\u{301}", "decomposed")
        #expect(try await app.names().count == 2)
        #expect(try await app.call("fileContents", "\u{E9}") == "composed")
        #expect(try await app.call("fileContents", "e\u{301}") == "decomposed")
        #expect(try await app.names().map { Array($0.utf8) } == [[0x65, 0xCC, 0x81], [0xC3, 0xA9]])
    }

    @Test(arguments: ["auto", "walk"]) func followsNoLink(lookup: Value) async throws {
        let app = try FilesApp(["pathLookup": lookup])
        symlink(app.outside, app.folder + "/folder")
        symlink(app.outside + "/secret", app.folder + "/file")
        symlink("/proc/self/cwd", app.folder + "/magic")
        mkdir(app.folder + "/in", 0o700)
        symlink("in", app.folder + "/near")
        for name: Value in ["folder/secret", "file", "magic/x", "near/x"] {
            #expect(await app.code("fileContents", name) == .badPath, "\(name)")
            #expect(await app.code("saveFile", name, "x", ["append": true]) == .badPath, "\(name)")
        }
        for name: Value in ["folder/x", "near/x"] {
            #expect(await app.code("saveFile", name, "x") == .badPath)
            #expect(await app.code("makeDir", name) == .badPath)
            #expect(await app.code("makeDir", name, ["parents": true]) == .exists)
            #expect(await app.code("deleteFile", name, ["recursive": true]) == .badPath)
            #expect(await app.code("moveFile", "in", name) == .badPath)
            #expect(await app.code("moveFile", name, "y") == .badPath)
            #expect(await app.code("fileInfo", name) == .badPath)
        }
        #expect(await app.code("listFiles", "folder") == .badPath)
        // A link that is replaced is gone, and what it led to is as it was.
        _ = try await app.call("saveFile", "file", "mine")
        #expect(app.text("file") == "mine")
        #expect(app.isOutsideUntouched)
    }

    @Test(arguments: ["auto", "walk"]) func findsFoldersInFolders(lookup: Value) async throws {
        let app = try FilesApp(["pathLookup": lookup])
        _ = try await app.call("makeDir", "a/b/c", ["parents": true])
        _ = try await app.call("saveFile", "a/b/c/d", "deep")
        #expect(try await app.call("fileContents", "a/b/c/d") == "deep")
        #expect(try await app.names("a/b") == ["c"])
        #expect(await app.code("fileContents", "a/x/c") == .notFound)
        #expect(await app.code("fileContents", "a/b/c/d/e") == .badPath)
    }

    @Test func appendsToNoFileThatHasAnotherName() async throws {
        let app = try FilesApp()
        try #require(link(app.outside + "/secret", app.folder + "/hard") == 0)
        #expect(await app.code("saveFile", "hard", "x", ["append": true]) == .conflict)
        _ = try await app.call("saveFile", "hard", "mine")
        #expect(app.isOutsideUntouched)
    }

    @Test func takesTheStagingFolderBackFromALink() async throws {
        let app = try FilesApp()
        symlink(app.outside, app.folder + "/.qc-files")
        _ = try await app.call("saveFile", "a", "x")
        #expect(try await app.names() == ["a"])
        #expect(app.isOutsideUntouched)
    }

    /// For 2 s a thread turns a folder, and a file, into links to the outside and back.
    @Test(arguments: ["auto", "walk"]) func touchesNothingOutsideWhileLinksAreSwapped(lookup: Value) async throws {
        let app = try FilesApp(["pathLookup": lookup], in: "/dev/shm")
        let swapper = LinkSwapper(app.folder, app.outside)
        defer { swapper.stop() }
        var count = 0
        let end = ContinuousClock.now + .seconds(2)
        while ContinuousClock.now < end {
            count += 1
            for command in Self.commands {
                for name: Value in ["d/secret", "f", "d"] where command != "listFiles" || name == "d" {
                    var parameters: [Value] = [name]
                    if command == "saveFile" { parameters += ["inside", count % 2 == 0 ? ["append": true] : [:]] }
                    if command == "moveFile" { parameters += ["d/moved", ["replace": true]] }
                    if command == "deleteFile" { parameters.append(["recursive": true]) }
                    let reply = await app.host.reply(to: command, parameters)
                    #expect(reply != .value("outside"))
                    if case .value(let value) = reply {
                        #expect(value[0] != ["name": "secret", "kind": "file", "size": 7])
                    }
                }
            }
        }
        swapper.stop()
        #expect(count > 20)
        #expect(swapper.count > 100)
        #expect(app.isOutsideUntouched)
    }
}

/// A thread that swaps a folder `d` and a file `f` with links to the outside, over and over.
// What changes stands under the lock.
private final class LinkSwapper: @unchecked Sendable {
    private let lock = NSLock()
    private let ended = DispatchSemaphore(value: 0)
    private var isStopped = false
    private var swaps = 0

    init(_ folder: String, _ outside: String) {
        Thread.detachNewThread { [self] in
            while step() {
                mkdir(folder + "/d", 0o700)
                symlink(outside, folder + "/l")
                rename(folder + "/d", folder + "/kept")
                rename(folder + "/l", folder + "/d")
                symlink(outside + "/secret", folder + "/m")
                rename(folder + "/m", folder + "/f")
                rename(folder + "/d", folder + "/l")
                unlink(folder + "/l")
                rename(folder + "/kept", folder + "/d")
                unlink(folder + "/f")
            }
            ended.signal()
        }
    }

    var count: Int { lock.withLock { swaps } }

    private func step() -> Bool {
        lock.withLock {
            swaps += 1
            return !isStopped
        }
    }

    func stop() {
        let wasStopped = lock.withLock {
            defer { isStopped = true }
            return isStopped
        }
        if !wasStopped { ended.wait() }
    }
}
