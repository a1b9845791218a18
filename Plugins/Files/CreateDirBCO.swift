internal import QuickConnectPlugin

/// Makes a folder.
final class CreateDirBCO: CommandObject {
    static let stage = Stage.business

    /// Makes a folder, and with `parents` those on the way to it.
    ///
    /// - Parameter request: `name`; option `parents`, with which a folder that is there is no fault.
    /// - Returns: ``Outcome/next``.
    /// - Throws: `INVALID_PARAMETERS`, `BAD_PATH`, `EXISTS`, `NOT_FOUND` of the folder around it, `NO_SPACE`, `DENIED`.
    static func doCommand(_ request: Request, _ plugin: FilesPlugin) throws(CommandError) -> Outcome {
        let arguments = try Arguments(request.parameters, ["name"], options: ["parents"])
        let path = try arguments.path("name")
        guard try arguments.flag("parents") else {
            try plugin.storage.at(path) { () throws(Fault) in try plugin.storage.makeFolder(path) }
            return .next
        }
        try plugin.storage.at(path) { () throws(Fault) in try plugin.storage.makeFolders(path) }
        return .next
    }
}
