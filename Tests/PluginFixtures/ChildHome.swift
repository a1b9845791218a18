package import Foundation

/// A home of their own for processes that use one plugin.
package final class ChildHome {
    private let plugin: String
    private let id: String
    private let path = NSTemporaryDirectory() + "quickconnect-home-\(UUID().uuidString)"
    private var storage: String { path + "/quickconnect/storage/default/\(id)/" }

    /// - Parameter plugin: The plugin's folder, named for its id.
    package init(_ plugin: String) throws {
        self.plugin = plugin
        id = URL(filePath: plugin).lastPathComponent
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Starts a process.
    package func start() throws -> ChildHost { try ChildHost(plugin, home: path) }

    /// What a file of the storage folder holds; nil if it is not there.
    package func contents(_ name: String) -> Data? { FileManager.default.contents(atPath: storage + name) }

    /// What is in a folder of the storage folder.
    package func names(_ name: String) -> [String]? {
        try? FileManager.default.contentsOfDirectory(atPath: storage + name)
    }
}
