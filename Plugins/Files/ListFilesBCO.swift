internal import QuickConnectPlugin

/// Tells what is in a folder.
final class ListFilesBCO: CommandObject {
    static let stage = Stage.business

    /// Lists a folder, sorted by the bytes of the names.
    ///
    /// - Parameter request: `name` of a folder, or nothing for the storage folder itself; option `sizes`, true unless given.
    /// - Returns: `[{"name", "kind", "size"}]`, with a size of files alone, and null if it is not wanted.
    /// - Throws: `INVALID_PARAMETERS`, `BAD_PATH`, also of a link or a file, `NOT_FOUND`, `DENIED`, `TOO_LARGE` if the list
    ///   is more than a reply may hold.
    static func doCommand(_ request: Request, _ plugin: FilesPlugin) throws(CommandError) -> Outcome {
        let arguments = try Arguments(request.parameters, ["name"], options: ["sizes"])
        let path = arguments.find("name").value == nil ? .root : try arguments.path("name")
        let withSizes = try arguments.flag("sizes", default: true)
        let entries = try plugin.storage.at(path) { () throws(Fault) in
            try plugin.storage.entries(in: path, withSizes: withSizes)
        }
        let list = entries.map { name, entry in
            Value.object(
                ValueObject(distinct: [
                    ("name", .string(name)), ("kind", .string(entry.kind.rawValue)),
                    ("size", entry.size.map(Value.integer) ?? .null),
                ]))
        }
        guard path.text.isEmpty else { return .value(.array(list)) }
        return .value(.array(list.filter { $0["name"] != .string(Staging.name) }))
    }
}
