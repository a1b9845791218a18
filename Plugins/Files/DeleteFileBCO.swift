internal import QuickConnectPlugin

/// Deletes a file or a folder.
final class DeleteFileBCO: CommandObject {
    static let stage = Stage.business

    /// Deletes a file; a link itself, not what it leads to; a folder with all that is in it if `recursive` says so.
    ///
    /// - Parameter request: `name`; option `recursive`.
    /// - Returns: ``Outcome/next``.
    /// - Throws: `INVALID_PARAMETERS`, `BAD_PATH`, `NOT_FOUND`, `CONFLICT` of a folder without `recursive`, `DENIED`, `BUSY`.
    static func doCommand(_ request: Request, _ plugin: FilesPlugin) throws(CommandError) -> Outcome {
        let arguments = try Arguments(request.parameters, ["name"], options: ["recursive"])
        let path = try arguments.path("name")
        if try arguments.flag("recursive") {
            try plugin.storage.at(path) { () throws(Fault) in try plugin.storage.removeTree(path) }
            return .next
        }
        do throws(Fault) {
            try plugin.storage.removeFile(path)
        } catch {
            guard error.isOfFolder else { throw error.error(path) }
            throw CommandError(
                .conflict, "\(path.quoted) is a folder; delete it and all that is in it with \"recursive\": true")
        }
        return .next
    }
}
