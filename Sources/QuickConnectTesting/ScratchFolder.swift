internal import Foundation

/// Folders for files that nobody needs for long.
enum ScratchFolder {
    /// A new folder below the system's folder for temporary files, which only this user may read.
    static func make() -> String {
        let path = FileManager.default.temporaryDirectory.path + "/quickconnect-\(UUID().uuidString)"
        // If it cannot be made, whoever writes into it says so.
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return path
    }

    static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}
