internal import QuickConnectPlugin

/// Writes a file, or adds to one.
final class SaveContentsToFileBCO: CommandObject {
    static let stage = Stage.business

    /// Writes contents to a file, which is the old one or the new one at any moment, never a part of either.
    ///
    /// - Parameter request: `name`, `contents`; options `encoding`, `replace` (true unless given), `append`, and with it `at`,
    ///   the length that the file must have before.
    /// - Returns: How many bytes the file has now.
    /// - Throws: `INVALID_PARAMETERS`, `BAD_PATH`, `BAD_ENCODING`, `TOO_LARGE`, `NOT_FOUND` of the folder, `EXISTS` without
    ///   `replace`, `CONFLICT` of a folder or another length, `NO_SPACE`, `DENIED`, `BUSY`.
    static func doCommand(_ request: Request, _ plugin: FilesPlugin) throws(CommandError) -> Outcome {
        let arguments = try Arguments(
            request.parameters, ["name", "contents"], options: ["encoding", "replace", "append", "at"])
        let path = try arguments.path("name")
        let encoding = try arguments.encoding()
        let replace = try arguments.flag("replace", default: true)
        let append = try arguments.flag("append")
        let length = try arguments.count("at")
        guard length == nil || append else {
            throw CommandError(.invalidParameters, "\(arguments.find("at").place) is for \"append\": true alone")
        }
        let (contents, place) = arguments.find("contents")
        return try encoding.withBytes(of: contents, place) { bytes throws(CommandError) in
            try plugin.checkLimit(bytes.count, "send it in pieces with \"append\": true")
            if append { return .value(Value(try plugin.storage.append(bytes, to: path, at: length))) }
            try plugin.storage.at(path) { () throws(Fault) in
                try plugin.storage.save(bytes, to: path, replace: replace)
            }
            return .value(Value(bytes.count))
        }
    }
}
