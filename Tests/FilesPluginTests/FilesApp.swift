import Foundation
import PluginFixtures
import QuickConnect
import QuickConnectPlugin
import QuickConnectTesting
import Testing

/// An app with the plugin Files, and a folder beside its storage folder that nothing may touch.
final class FilesApp: Sendable {
    let host: TestHost
    /// The plugin's storage folder.
    let folder: String
    /// A folder with one file, `secret`, that says `outside`.
    let outside: String

    private let root: String

    /// - Parameter parent: Where its files lie; in memory they are faster, as nothing waits for a disk.
    init(_ settings: [String: Value] = [:], in parent: String = NSTemporaryDirectory()) throws {
        let root = parent + "/quickconnect-files-\(UUID().uuidString)"
        self.root = root
        host = TestHost(folder: try BuiltPlugin.files.get(), settings: settings) {
            $0.storageFolder = root + "/storage"
        }
        folder = root + "/storage/default/qc.files"
        outside = root + "/outside"
        let files = FileManager.default
        try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try files.createDirectory(atPath: outside, withIntermediateDirectories: true)
        try write("outside", outside + "/secret")
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    func write(_ text: String, _ path: String) throws { try Data(text.utf8).write(to: URL(filePath: path)) }

    /// What a file of the storage folder holds, read without the plugin.
    func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: folder + "/" + name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// True if nothing outside has changed.
    var isOutsideUntouched: Bool {
        let names = try? FileManager.default.contentsOfDirectory(atPath: outside)
        return names == ["secret"] && FileManager.default.contents(atPath: outside + "/secret") == Data("outside".utf8)
    }

    /// What is left of requests that ended, or failed, in the middle.
    var leftovers: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder + "/.qc-files")) ?? [] }

    func call(_ command: String, _ parameters: Value...) async throws -> Value {
        try await host.call(command, parameters)
    }

    func code(_ command: String, _ parameters: Value...) async -> ErrorCode? {
        await host.error(of: command, parameters)?.code
    }

    func names(_ name: Value = nil) async throws -> [String] {
        try #require(await call("listFiles", name).array).compactMap { $0["name"]?.string }
    }
}
