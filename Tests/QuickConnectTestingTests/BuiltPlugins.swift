import Foundation
import Testing

/// The plugins of this package as they were built, staged once in a folder of this process's own.
enum BuiltPlugins {
    static let buildFolder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path

    /// The package's folder.
    static let root = String(#filePath.dropLast("/Tests/QuickConnectTestingTests/BuiltPlugins.swift".count))

    private static let staged: Result<String, any Error> = Result {
        let target = NSTemporaryDirectory() + "quickconnect-staged-\(getpid())"
        try run("\(root)/scripts/stage-plugins.sh", [buildFolder, target])
        return target
    }

    /// The folder of a plugin, by its id.
    static func folder(of id: String) throws -> String { try staged.get() + "/" + id }

    /// A folder with the plugin that `Tests/Fixtures/Plugins/unruly.c` makes with `flags`.
    static func unruly(_ flags: [String], manifest more: String = "") throws -> String {
        let folder = NSTemporaryDirectory() + "quickconnect-unruly-\(UUID().uuidString)/plugin"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        let manifest = """
            {"id": "test.unruly", "version": "1.0.0", "abi": "1.0", "library": "libTest.so",
             "commands": [{"command": "try", "stage": "business", "class": "OneBCO"}]\(more)}
            """
        try Data(manifest.utf8).write(to: URL(filePath: folder + "/plugin.json"))
        try run(
            "/usr/bin/cc",
            ["-shared", "-fPIC", "-O1", "-fvisibility=hidden", root + "/Tests/Fixtures/Plugins/unruly.c"]
                + ["-o", folder + "/libTest.so", "-I", root + "/Sources/CQuickConnect/include"] + flags)
        return folder
    }

    static func remove(_ folder: String) {
        try? FileManager.default.removeItem(atPath: URL(filePath: folder).deletingLastPathComponent().path)
    }

    private static func run(_ program: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }
}
