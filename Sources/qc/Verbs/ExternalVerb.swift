internal import Glibc

/// Verbs that are programs of their own, `qc-VERB`, since they need libraries that take long to load.
///
/// They lie beside this program, or in `libexec/quickconnect` beside the folder that this program lies in.
enum ExternalVerb {
    private static let prefix = "qc-"

    /// The names of all that are there, sorted.
    static var all: [String] {
        var names: Set<String> = []
        for folder in folders {
            for entry in entries(of: folder) where entry.hasPrefix(prefix) {
                let name = String(entry.dropFirst(prefix.count))
                if isName(name), access(folder + "/" + entry, X_OK) == 0 { names.insert(name) }
            }
        }
        return names.sorted()
    }

    /// What a verb is good for, of those that are known; else where to look.
    static func summary(of name: String) -> String {
        switch name {
        case "conformance": "try the rules that every plugin keeps on a plugin's folder"
        case "run": "run an app folder"
        default: "see qc \(name) --help"
        }
    }

    /// Turns this process into the program of the verb `name`.
    ///
    /// - Returns: Only if there is none.
    /// - Throws: What the system says if there is one and it does not run.
    static func run(_ name: String, _ arguments: [String]) throws(Failure) {
        guard isName(name) else { return }
        for path in folders.map({ $0 + "/" + prefix + name }) where access(path, X_OK) == 0 {
            var words = ([path] + arguments).map { strdup($0) } + [nil]
            execv(path, &words)
            throw .error("cannot run \(path): \(String(cString: strerror(errno)))")
        }
    }

    /// A verb's name cannot lead to another folder.
    private static func isName(_ name: String) -> Bool {
        name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
            && !name.isEmpty
    }

    private static var folders: [String] {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        guard length > 0, length < buffer.count else { return [] }
        let executable = String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let folder = parent(of: executable)
        return [folder, parent(of: folder) + "/libexec/quickconnect"]
    }

    private static func parent(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    private static func entries(of folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            names.append(name)
        }
        return names
    }
}
