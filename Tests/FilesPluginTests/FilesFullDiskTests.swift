import Foundation
import QuickConnectPlugin
import QuickConnectTesting
import Testing

@Suite struct FilesFullDiskTests {
    private static let megabyte = String(repeating: "x", count: 1 << 20)

    /// A file system of 2 MiB in place of the storage folder.
    @Test func keepsTheOldFileWhenTheDiskIsFull() async throws {
        let app = try FilesApp()
        guard mount("none", app.folder, "tmpfs", 0, "size=2m") == 0 else {
            try Test.cancel("tmpfs cannot be mounted here: \(String(cString: strerror(errno)))")
        }
        defer { umount2(app.folder, Int32(MNT_DETACH)) }
        _ = try await app.call("saveFile", "a", "old")
        _ = try await app.call("saveFile", "log", "begin ")
        _ = try await app.call("saveFile", "big", .string(Self.megabyte))
        #expect(await app.code("saveFile", "a", .string(Self.megabyte)) == .noSpace)
        #expect(await app.code("saveFile", "new", .string(Self.megabyte)) == .noSpace)
        #expect(await app.code("saveFile", "log", .string(Self.megabyte), ["append": true]) == .noSpace)
        #expect(app.text("a") == "old")
        #expect(app.text("log") == "begin ")
        #expect(try await app.names() == ["a", "big", "log"])
        #expect(app.leftovers == [])
        _ = try await app.call("deleteFile", "big")
        _ = try await app.call("saveFile", "a", .string(Self.megabyte))
    }
}
