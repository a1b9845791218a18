internal import QuickConnectPlugin

/// Moves or renames a file or a folder.
final class MoveFileBCO: CommandObject {
    static let stage = Stage.business

    /// Moves in one step: at any moment one of both names is there, never none.
    ///
    /// - Parameter request: `name`, `to`; option `replace`, with which a file or an empty folder gives way to one of its kind.
    /// - Returns: ``Outcome/next``.
    /// - Throws: `INVALID_PARAMETERS`, `BAD_PATH`, `NOT_FOUND` of the file or the new folder, `EXISTS` without `replace`,
    ///   `CONFLICT` if one is a folder and the other is not, or a folder is to go into itself, `NO_SPACE`, `DENIED`.
    static func doCommand(_ request: Request, _ plugin: FilesPlugin) throws(CommandError) -> Outcome {
        let arguments = try Arguments(request.parameters, ["name", "to"], options: ["replace"])
        let (from, to) = (try arguments.path("name"), try arguments.path("to"))
        let replace = try arguments.flag("replace")
        guard !from.contains(to) else {
            throw CommandError(.conflict, "\(to.quoted) is \(from.quoted), or lies in it; name another place")
        }
        guard !to.contains(from) else {
            throw CommandError(.conflict, "\(from.quoted) lies in \(to.quoted), which cannot give way to it")
        }
        // So that what is missing is named by its own name.
        _ = try plugin.storage.at(from) { () throws(Fault) in try plugin.storage.status(of: from) }
        do throws(Fault) {
            try plugin.storage.move(from, to, replace: replace)
        } catch {
            guard error.isOfFolder else { throw error.error(to) }
            throw CommandError(.conflict, "of \(from.quoted) and \(to.quoted) one alone is a folder; delete one first")
        }
        return .next
    }
}
