import Foundation

/// A plugin of this package as it was built, staged once in a folder of this process's own.
package enum BuiltPlugin {
    /// The plugins' folders, by id.
    package static let files: Result<String, any Error> = Result { try stage("Files", "qc.files") }
    package static let preferences: Result<String, any Error> = Result { try stage("Preferences", "qc.preferences") }

    /// Where the running tests were built, and so the plugins' libraries and the programs.
    package static let buildFolder =
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path

    private static let root = String(#filePath.dropLast("/Tests/PluginFixtures/BuiltPlugin.swift".count))

    private static func stage(_ name: String, _ id: String) throws -> String {
        let folder = NSTemporaryDirectory() + "quickconnect-\(name)-\(getpid())/\(id)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        for file in ["\(root)/Plugins/\(name)/plugin.json", "\(buildFolder)/lib\(name).so"] {
            let copy = folder + "/" + URL(filePath: file).lastPathComponent
            try? FileManager.default.removeItem(atPath: copy)
            try FileManager.default.copyItem(atPath: file, toPath: copy)
            chmod(copy, 0o755)
        }
        return folder
    }
}
