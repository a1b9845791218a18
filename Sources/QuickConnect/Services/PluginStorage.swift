internal import Glibc
internal import QuickConnectPlugin

/// The folder for a plugin's own files in one app.
// The path stands under `lock` until it is made, and is never changed after.
final class PluginStorage: @unchecked Sendable {
    private let path: String
    private let lock = Lock()
    private var made: UnsafePointer<CChar>?

    /// A folder `quickconnect/storage/APP/PLUGIN` below the user's data, or below the one that the program chose.
    init(_ plugin: String, _ configuration: HostConfiguration) {
        let root = configuration.storageFolder ?? configuration.paths.data + "/quickconnect/storage"
        path = "\(root)/\(configuration.appID)/\(plugin)"
    }

    deinit { if let made { UnsafeMutablePointer(mutating: made).deallocate() } }

    /// The folder, made with mode 0700 at the first call.
    func folder() throws(CommandError) -> UnsafePointer<CChar> {
        try lock.locked { () throws(CommandError) in
            if let made { return made }
            try PluginStorage.makeFolders(path)
            let text = Text.keep(path)
            made = text
            return text
        }
    }

    private static func makeFolders(_ path: String) throws(CommandError) {
        var place = ""
        for part in path.split(separator: "/") {
            place += "/" + part
            guard mkdir(place, 0o700) != 0, errno != EEXIST else { continue }
            let reason = String(cString: strerror(errno))
            let code: ErrorCode =
                switch errno {
                case ENOSPC, EDQUOT: .noSpace
                case EACCES, EPERM, EROFS: .denied
                default: .unavailable
                }
            throw CommandError(code, "the folder \(place) cannot be made: \(reason)")
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw CommandError(.unavailable, "\(path) is no folder; move it away")
        }
    }
}
