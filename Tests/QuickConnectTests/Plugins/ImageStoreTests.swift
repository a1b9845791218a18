import Foundation
import Testing

@testable import QuickConnect

@Suite struct ImageStoreTests {
    let home: PluginHome
    let store: ImageStore
    let folder: String

    init() throws {
        home = try PluginHome()
        store = ImageStore(home.paths)
        folder = try home.addWorking("test.store")
    }

    private func copy() throws -> String {
        try store.copy(of: PluginFiles.open(folder, library: "libTest.so"))
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    @Test func keepsCopiesForTheUserAlone() throws {
        let path = try copy()
        #expect(mode(path) == 0o700)
        #expect(mode(store.folder) == 0o700)
        #expect(try Folder.names(in: store.folder).count == 1)
        #expect(FilePath.name(of: path).count == 64)
    }

    @Test func usesACopyAgain() throws {
        let first = FileIdentity(path: try copy() + "/libTest.so")
        #expect(FileIdentity(path: try copy() + "/libTest.so") == first)
    }

    @Test(arguments: ["change", "cut", "add"]) func replacesADamagedCopy(damage: String) throws {
        let library = try copy() + "/libTest.so"
        let content = try Data(contentsOf: URL(fileURLWithPath: library))
        chmod(library, 0o700)
        switch damage {
        case "change":
            let handle = try #require(FileHandle(forWritingAtPath: library))
            try handle.seek(toOffset: 5000)
            handle.write(Data([0xAA, 0x55, 0xAA]))
        case "cut": truncate(library, 100)
        default: try home.write("x", FilePath.parent(of: library) + "/libMore.so")
        }
        #expect(try copy() + "/libTest.so" == library)
        #expect(try Data(contentsOf: URL(fileURLWithPath: library)) == content)
        #expect(try Folder.names(in: FilePath.parent(of: library)).sorted() == [".lock", "libTest.so"])
    }

    @Test func makesOneCopyInARace() async throws {
        let (store, folder) = (store, folder)
        let paths = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<8 {
                group.addTask { try store.copy(of: PluginFiles.open(folder, library: "libTest.so")) }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(paths.count == 1)
        #expect(try Folder.names(in: store.folder).count == 1)
    }

    @Test func removesWhatNobodyUses() throws {
        let used = try copy()
        let unused = store.folder + "/" + String(repeating: "0", count: 64)
        try PluginHome.makeFolder(unused)
        try home.write("", unused + "/.lock")
        for path in [used, unused] {
            var times = [timeval(tv_sec: 1_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000, tv_usec: 0)]
            utimes(path + "/.lock", &times)
        }
        store.prune()
        #expect(access(used, F_OK) == 0)
        #expect(access(unused, F_OK) != 0)
    }

    @Test func refusesAFolderThatOthersCanReach() throws {
        _ = try copy()
        chmod(store.folder, 0o755)
        let refusal = #expect(throws: PluginRefusal.self) { try copy() }
        #expect(refusal?.code == .imageStore)
        #expect(refusal?.message.contains("chmod go-rwx '\(store.folder)'") == true)
    }

    @Test func refusesAFileInPlaceOfItsFolder() throws {
        try home.write("", home.paths.cache)
        let refusal = #expect(throws: PluginRefusal.self) { try copy() }
        #expect(refusal?.code == .imageStore)
        #expect(refusal?.message.contains("set XDG_CACHE_HOME") == true)
    }

    /// Mounts a small file system, of one page unless said otherwise, over the cache while `body` runs.
    private static func mounting(
        _ flags: Int, on folder: String, size: String = "4k", _ body: () throws -> Void
    ) throws {
        try Folder.make(folder)
        guard mount("tmpfs", folder, "tmpfs", UInt(flags), "size=\(size),mode=700") == 0 else { throw SystemError.last }
        defer { umount2(folder, Int32(MNT_DETACH)) }
        try body()
    }

    private static let canMount: Bool = {
        let folder = NSTemporaryDirectory() + UUID().uuidString
        defer { rmdir(folder) }
        return (try? mounting(0, on: folder) {}) != nil
    }()

    @Test(.enabled(if: ImageStoreTests.canMount, "needs the right to mount")) func namesANoexecMount() throws {
        try Self.mounting(Int(MS_NOEXEC), on: home.paths.cache) {
            let refusal = #expect(throws: PluginRefusal.self) { try copy() }
            #expect(refusal?.code == .noExec)
            #expect(refusal?.message.contains("\(home.paths.cache) is mounted noexec") == true)
        }
    }

    @Test(.enabled(if: ImageStoreTests.canMount, "needs the right to mount")) func namesAFullDisk() throws {
        try Self.mounting(0, on: home.paths.cache) {
            let refusal = #expect(throws: PluginRefusal.self) { try copy() }
            #expect(refusal?.code == .noSpace)
            #expect((try? Folder.names(in: store.folder)) == [])
        }
    }

    @Test(.enabled(if: ImageStoreTests.canMount, "needs the right to mount")) func usesACopyThatCannotBeWritten() throws
    {
        let cache = home.paths.cache
        try Self.mounting(0, on: cache, size: "1m") {
            let path = try copy()
            #expect(mount("tmpfs", cache, "tmpfs", UInt(MS_REMOUNT) | UInt(MS_RDONLY), "") == 0)
            #expect(try copy() == path)
            try home.addWorking("test.read-only")
            #expect(home.refusal("test.read-only")?.code == .imageStore)
        }
    }
}
