internal import Glibc
internal import QuickConnectPlugin

/// Tells what a file or folder is.
final class FileInfoBCO: CommandObject {
    static let stage = Stage.business

    /// Tells kind, size and time of the last change. Of a link it tells about the link itself.
    ///
    /// - Parameter request: `name`.
    /// - Returns: `{"name", "kind", "size", "modified"}`: the size in bytes of a file, else null; the time in milliseconds since
    ///   1970, as JavaScript's `Date` takes it.
    /// - Throws: `INVALID_PARAMETERS`, `BAD_PATH`, `NOT_FOUND`, `DENIED`.
    static func doCommand(_ request: Request, _ plugin: FilesPlugin) throws(CommandError) -> Outcome {
        let path = try Arguments(request.parameters, ["name"]).path("name")
        let status = try plugin.storage.at(path) { () throws(Fault) in try plugin.storage.status(of: path) }
        let kind = FileKind(status)
        return .value([
            "name": .string(path.name), "kind": .string(kind.rawValue),
            "size": kind == .file ? Value(Int(status.st_size)) : .null,
            "modified": Value(status.st_mtim.tv_sec * 1000 + status.st_mtim.tv_nsec / 1_000_000),
        ])
    }
}
