import Foundation

@testable import QuickConnect

/// A user's files in a folder that goes away with this object, and a plugin directory in it.
final class PluginHome {
    let root: String
    let paths: HostPaths
    let directory: String
    private let isOwner: Bool

    static let services: Set<String> = ["qc.log/1", "qc.storage/1"]

    init() throws {
        root = NSTemporaryDirectory() + "quickconnect-home-\(UUID().uuidString)"
        paths = HostPaths(below: root)
        directory = root + "/plugins"
        isOwner = true
        try Self.makeFolder(directory)
    }

    /// The home of another process, which removes it.
    init(existing root: String) throws {
        self.root = root
        paths = HostPaths(below: root)
        directory = root + "/plugins"
        isOwner = false
    }

    deinit {
        if isOwner { try? FileManager.default.removeItem(atPath: root) }
    }

    static func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    }

    /// A manifest with one command, to which `more` adds members.
    static func manifest(_ id: String = "test.plugin", command: String? = nil, more: String = "") -> String {
        """
        {"id": "\(id)", "version": "1.0.0", "abi": "1.0", "library": "libTest.so",
         "commands": [{"command": "\(command ?? id)", "stage": "business", "class": "EchoBCO"}]\(more.isEmpty ? "" : ", ")\(more)}
        """
    }

    /// Makes a plugin's folder and returns its path. The library is a copy of `library`, or an empty file.
    @discardableResult
    func add(
        _ name: String = "plugin", manifest: String = PluginHome.manifest(), library: String? = nil,
        in directory: String? = nil
    ) throws -> String {
        let folder = (directory ?? self.directory) + "/" + name
        try Self.makeFolder(folder)
        try write(manifest, folder + "/plugin.json")
        if let library { try copy(library, folder + "/libTest.so") } else { try write("", folder + "/libTest.so") }
        return folder
    }

    /// Makes a plugin that works, with an id of its own in manifest and library.
    @discardableResult
    func addWorking(_ id: String = "test.plugin", more: String = "", flags: [String] = []) throws -> String {
        try add(
            id, manifest: Self.manifest(id, more: more),
            library: FixtureCompiler.library("plugin.c", ["-DID=\"\(id)\""] + flags))
    }

    func write(_ text: String, _ path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o644)
    }

    func copy(_ from: String, _ to: String) throws {
        try? FileManager.default.removeItem(atPath: to)
        try FileManager.default.copyItem(atPath: from, toPath: to)
        chmod(to, 0o755)
    }

    func discover(disabled: Set<String> = []) -> PluginCatalog {
        PluginCatalog.discover(
            [directory], hostServices: Self.services, disabled: disabled, quarantine: PluginQuarantine(paths))
    }

    /// Why the plugin is refused: by discovery or else by loading it; nil if it loads.
    func refusal(_ id: String = "test.plugin") -> PluginRefusal? {
        guard let plugin = discover().plugin(id) else { return PluginRefusal(.noManifest, "not found") }
        do {
            _ = try PluginImage.load(plugin, paths: paths)
            return nil
        } catch {
            return error
        }
    }
}
