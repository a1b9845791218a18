internal import Glibc
internal import QuickConnectPlugin

/// Reads a file, or a piece of it.
final class GetContentsOfFileBCO: CommandObject {
    static let stage = Stage.business

    /// Reads contents as text, unless another encoding is wanted.
    ///
    /// - Parameter request: `name`; options `encoding`, `offset`, `length`, both in bytes. A piece ends where the file ends.
    /// - Returns: The contents.
    /// - Throws: `INVALID_PARAMETERS`, `BAD_PATH`, `BAD_ENCODING` of a file that is no text, `TOO_LARGE`, `NOT_FOUND`,
    ///   `CONFLICT` if it is no file, `DENIED`.
    static func doCommand(_ request: Request, _ plugin: FilesPlugin) throws(CommandError) -> Outcome {
        let arguments = try Arguments(request.parameters, ["name"], options: ["encoding", "offset", "length"])
        let path = try arguments.path("name")
        let encoding = try arguments.encoding()
        let offset = try arguments.count("offset") ?? 0
        let length = try arguments.count("length")
        let file = try plugin.storage.at(path) { () throws(Fault) in try plugin.storage.openFile(path) }
        let size = try plugin.storage.at(path) { () throws(Fault) in Int(try file.status().st_size) }
        let count = min(max(size - offset, 0), length ?? .max)
        try plugin.checkLimit(count, "read it in pieces with \"offset\" and \"length\"")
        let contents = try plugin.storage.at(path) { () throws(Fault) in try Storage.read(file, offset, count) }
        return .value(try encoding.value(contents, path, offset: offset))
    }
}
