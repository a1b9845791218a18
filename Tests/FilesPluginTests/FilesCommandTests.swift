import Foundation
import QuickConnectPlugin
import QuickConnectTesting
import Testing

@Suite struct FilesCommandTests {
    let app: FilesApp
    init() throws { app = try FilesApp() }

    @Test(arguments: ["", "text", "zwei\nZeilen", "a\0b", "👋 \u{2028}", String(repeating: "x", count: 1 << 20)])
    func givesBackWhatWasSaved(text: String) async throws {
        #expect(try await app.call("saveFile", "a.txt", .string(text)) == Value(text.utf8.count))
        #expect(try await app.call("fileContents", "a.txt") == .string(text))
        #expect(app.text("a.txt") == text)
        #expect(app.leftovers == [])
    }

    @Test func takesAllParametersInOneObject() async throws {
        #expect(try await app.call("saveFile", ["name": "a.txt", "contents": "YQ==", "encoding": "base64"]) == 1)
        #expect(try await app.call("fileContents", ["name": "a.txt"]) == "a")
    }

    @Test func replacesAFileAndKeepsNothingOfTheOldOne() async throws {
        _ = try await app.call("saveFile", "a.txt", "a long text")
        _ = try await app.call("saveFile", "a.txt", "new")
        #expect(app.text("a.txt") == "new")
    }

    @Test func keepsAFileThatShallNotBeReplaced() async throws {
        _ = try await app.call("saveFile", "a.txt", "old", ["replace": false])
        #expect(await app.code("saveFile", "a.txt", "new", ["replace": false]) == .exists)
        #expect(app.text("a.txt") == "old")
        #expect(app.leftovers == [])
    }

    @Test func writesAndReadsInPieces() async throws {
        #expect(try await app.call("saveFile", "a.txt", "abc", ["append": true, "at": 0]) == 3)
        #expect(try await app.call("saveFile", "a.txt", "def", ["append": true, "at": 3.0]) == 6)
        #expect(try await app.call("saveFile", "a.txt", "ghi", ["append": true]) == 9)
        #expect(try await app.call("fileContents", "a.txt", ["offset": 2, "length": 3]) == "cde")
        #expect(try await app.call("fileContents", "a.txt", ["offset": 8, "length": 3]) == "i")
        #expect(try await app.call("fileContents", "a.txt", ["offset": 100]) == "")
    }

    @Test func refusesAPieceThatDoesNotFollow() async throws {
        _ = try await app.call("saveFile", "a.txt", "abc")
        let error = await app.host.error(of: "saveFile", ["a.txt", "x", ["append": true, "at": 2]])
        #expect(error?.code == .conflict)
        #expect(error?.data == ["size": 3])
        #expect(await app.code("saveFile", "b.txt", "x", ["append": true, "at": 2]) == .conflict)
        #expect(app.text("a.txt") == "abc")
        #expect(app.text("b.txt") == nil)
    }

    @Test(arguments: 0..<10) func takesAnyBytesAsBase64(count: Int) async throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: 255 - $0 * 67) }
        let text = Data(bytes).base64EncodedString()
        #expect(try await app.call("saveFile", "a", .string(text), ["encoding": "base64"]) == Value(count))
        #expect(FileManager.default.contents(atPath: app.folder + "/a") == Data(bytes))
        #expect(try await app.call("fileContents", "a", ["encoding": "base64"]) == .string(text))
        #expect(try await app.call("fileContents", "a", ["encoding": "bytes"]) == .bytes(bytes))
    }

    @Test(arguments: ["a", "ab=c", "YQ=", "YR==", "YWJ=", "Y===", "====", "YQ==YQ==", "Y Q=", "-_==", "é==="])
    func refusesWhatIsNotBase64(text: String) async throws {
        #expect(await app.code("saveFile", "a", .string(text), ["encoding": "base64"]) == .badEncoding)
        #expect(app.text("a") == nil)
    }

    @Test func namesTheByteThatIsNotUTF8() async throws {
        _ = try await app.call("saveFile", "a", .bytes([97, 98, 0xC3, 0xA9, 0xFF, 99]), ["encoding": "bytes"])
        let error = await app.host.error(of: "fileContents", ["a"])
        #expect(error?.code == .badEncoding)
        #expect(error?.data == ["offset": 4])
        let piece = await app.host.error(of: "fileContents", ["a", ["offset": 3]])
        #expect(piece?.data == ["offset": 3])
    }

    @Test func namesTheLimit() async throws {
        let app = try FilesApp(["contentsLimit": 10])
        let error = await app.host.error(of: "saveFile", ["a", "12345678901"])
        #expect(error?.code == .tooLarge)
        #expect(error?.data == ["size": 11, "limit": 10])
        #expect(error?.message.contains("the limit of 10") == true)
        for _ in 0..<2 { _ = try await app.call("saveFile", "a", "1234567890", ["append": true]) }
        #expect(await app.code("fileContents", "a") == .tooLarge)
        #expect(await app.code("fileContents", "a", ["length": 11]) == .tooLarge)
        #expect(try await app.call("fileContents", "a", ["offset": 10]) == "1234567890")
    }

    @Test(arguments: [["contentsLimit": 0], ["contentsLimit": -1], ["pathLookup": "fast"]] as [[String: Value]])
    func saysWhichSettingIsWrong(settings: [String: Value]) async throws {
        let app = try FilesApp(settings)
        let error = await app.host.error(of: "listFiles")
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("the setting \"\(settings.keys.first ?? "")\"") == true)
    }

    @Test func listsKindsAndSizesInOrder() async throws {
        for name in ["b", "a", "B", "é", "10", "9"] { _ = try await app.call("saveFile", .string(name), "12") }
        _ = try await app.call("makeDir", "c")
        symlink("/", app.folder + "/l")
        mkfifo(app.folder + "/p", 0o600)
        close(creat(app.folder + "/\u{66}", 0o600))
        let list = try #require(await app.call("listFiles").array)
        #expect(list.compactMap { $0["name"]?.string } == ["10", "9", "B", "a", "b", "c", "f", "l", "p", "é"])
        #expect(list[2] == ["name": "B", "kind": "file", "size": 2])
        #expect(list[5] == ["name": "c", "kind": "folder", "size": nil])
        #expect(list[6] == ["name": "f", "kind": "file", "size": 0])
        #expect(list[7] == ["name": "l", "kind": "link", "size": nil])
        #expect(list[8] == ["name": "p", "kind": "other", "size": nil])
        let bare = try #require(await app.call("listFiles", nil, ["sizes": false]).array)
        #expect(bare[2] == ["name": "B", "kind": "file", "size": nil])
        #expect(try await app.names("c") == [])
    }

    @Test func leavesOutNamesThatAreNotUTF8() async throws {
        close(creat(app.folder + "/a", 0o600))
        let name = Array((app.folder + "/").utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
        try #require(mkdir(name, 0o700) == 0)
        #expect(try await app.names() == ["a"])
    }

    @Test func makesFolders() async throws {
        #expect(try await app.call("makeDir", "a") == .null)
        #expect(await app.code("makeDir", "a") == .exists)
        #expect(await app.code("makeDir", "b/c/d") == .notFound)
        _ = try await app.call("makeDir", "b/c/d", ["parents": true])
        _ = try await app.call("makeDir", "b/c/d", ["parents": true])
        #expect(try await app.call("fileInfo", "b/c/d")["kind"] == "folder")
        _ = try await app.call("saveFile", "b/f", "x")
        #expect(await app.code("makeDir", "b/f", ["parents": true]) == .exists)
        #expect(await app.code("makeDir", "b/f/g", ["parents": true]) == .exists)
        #expect(await app.code("makeDir", "b/f/g") == .badPath)
    }

    @Test func deletesAFolderWithAllInItOnlyWhenAsked() async throws {
        _ = try await app.call("makeDir", "a/b/c", ["parents": true])
        _ = try await app.call("saveFile", "a/b/f", "x")
        symlink(app.outside, app.folder + "/a/b/l")
        #expect(await app.code("deleteFile", "a") == .conflict)
        #expect(app.text("a/b/f") == "x")
        _ = try await app.call("deleteFile", "a", ["recursive": true])
        #expect(try await app.names() == [])
        #expect(app.leftovers == [])
        #expect(app.isOutsideUntouched)
    }

    @Test func deletesATreeOfAnyDepth() async throws {
        _ = try await app.call("makeDir", "t")
        var folder = open(app.folder + "/t", O_RDONLY)
        for _ in 0..<3000 {
            mkdirat(folder, "d", 0o700)
            let next = openat(folder, "d", O_RDONLY)
            close(folder)
            folder = next
        }
        close(folder)
        _ = try await app.call("deleteFile", "t", ["recursive": true])
        #expect(try await app.names() == [])
        #expect(app.leftovers == [])
    }

    @Test func deletesFilesAndLinksThemselves() async throws {
        _ = try await app.call("saveFile", "a", "x")
        symlink(app.outside + "/secret", app.folder + "/l")
        _ = try await app.call("deleteFile", "a")
        _ = try await app.call("deleteFile", "l", ["recursive": true])
        #expect(await app.code("deleteFile", "a") == .notFound)
        #expect(await app.code("deleteFile", "a", ["recursive": true]) == .notFound)
        #expect(try await app.names() == [])
        #expect(app.isOutsideUntouched)
    }

    @Test func moves() async throws {
        for name: Value in ["d", "e", "e/f"] { _ = try await app.call("makeDir", name) }
        _ = try await app.call("saveFile", "a", "a")
        _ = try await app.call("saveFile", "b", "b")
        #expect(await app.code("moveFile", "a", "b") == .exists)
        #expect(app.text("b") == "b")
        _ = try await app.call("moveFile", "a", "b", ["replace": true])
        _ = try await app.call("moveFile", "b", "d/c")
        _ = try await app.call("moveFile", ["name": "d", "to": "g"])
        #expect(app.text("g/c") == "a")
        #expect(await app.code("moveFile", "none", "x") == .notFound)
        #expect(await app.code("moveFile", "g/c", "none/x") == .notFound)
        #expect(await app.code("moveFile", "e", "g/c/x") == .badPath)
        #expect(await app.code("moveFile", "e", "e/f/x") == .conflict)
        #expect(await app.code("moveFile", "e", "e") == .conflict)
        #expect(await app.code("moveFile", "e/f", "e", ["replace": true]) == .conflict)
        #expect(await app.code("moveFile", "g/c", "e", ["replace": true]) == .conflict)
        #expect(await app.code("moveFile", "e/f", "g/c", ["replace": true]) == .conflict)
        #expect(await app.code("moveFile", "e/f", "g", ["replace": true]) == .conflict)
    }

    @Test func tellsAboutAFile() async throws {
        let before = Int64(Date().timeIntervalSince1970 * 1000)
        _ = try await app.call("saveFile", "a", "12345")
        let info = try await app.call("fileInfo", "a")
        #expect(info["kind"] == "file")
        #expect(info["size"] == 5)
        // The kernel's clock for files ticks every few milliseconds.
        #expect((before - 100...before + 60_000).contains(try #require(info["modified"]?.integer)))
        #expect(await app.code("fileInfo", "none") == .notFound)
    }

    @Test func refusesWhatIsNoFileWithoutWaitingForIt() async throws {
        mkfifo(app.folder + "/pipe", 0o600)
        _ = try await app.call("makeDir", "d")
        for name: Value in ["pipe", "d"] {
            #expect(await app.code("fileContents", name) == .conflict)
            #expect(await app.code("saveFile", name, "x", ["append": true]) == .conflict)
        }
        #expect(await app.code("saveFile", "d", "x") == .conflict)
        #expect(await app.code("saveFile", "none/a", "x") == .notFound)
    }
}
