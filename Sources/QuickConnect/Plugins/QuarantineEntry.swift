internal import CQuickConnect
internal import Glibc

/// What is written down about a plugin that failed.
struct QuarantineEntry: Equatable {
    var id: String
    var version: String
    /// A ``PluginQuarantine/Phase``, or a later version's.
    var phase: String
    /// Empty if no command ran.
    var command: String
    var cause: String
    /// What the failure depended on: identity of library and manifest, version of the host.
    var inputs: String

    /// The failure in words, to be followed by what to do.
    var words: String {
        let doing = command.isEmpty ? "in phase \(phase)" : "running \"\(command)\""
        return "version \(version) failed earlier \(doing): \(cause)"
    }

    init(id: String, version: String, phase: String, command: String, cause: String, inputs: String) {
        self.id = id
        self.version = version
        self.phase = phase
        self.command = command
        self.cause = cause
        self.inputs = inputs
    }

    /// Reads the file at `path`; nil if it is not there or no entry. A damaged entry counts as none: the plugin is
    /// tried.
    init?(path: String) {
        guard let text = SmallFile.read(path, limit: 1 << 16) else { return nil }
        var fields: [String: String] = [:]
        var parser = JSONParser()
        guard let value = try? text.withUnsafeBytes({ try parser.parse($0) }),
            let members = try? ManifestCursor(value: value, path: []).members()
        else { return nil }
        for (key, value) in members { fields[key] = try? value.string() }
        guard let id = fields["id"], let phase = fields["phase"], let inputs = fields["inputs"] else { return nil }
        self.init(
            id: id, version: fields["version"] ?? "", phase: phase, command: fields["command"] ?? "",
            cause: fields["cause"] ?? "", inputs: inputs)
    }

    /// Writes the entry to a file beside `path` and renames it, so that nobody reads half of one.
    func write(to path: String) throws(SystemError) {
        try SmallFile.write(json, to: path)
    }

    var json: String {
        let fields = [
            ("id", id), ("version", version), ("phase", phase), ("command", command), ("cause", cause),
            ("inputs", inputs),
        ]
        return "{" + fields.map { SmallFile.quote($0) + ":" + SmallFile.quote($1) }.joined(separator: ",") + "}\n"
    }
}
