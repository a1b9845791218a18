internal import Glibc

/// A plugin's folder, opened and found to be safe.
struct CheckedFolder: ~Copyable {
    private let path: String
    private let folder: OpenFile
    private let directoryOwner: uid_t

    /// Opens the folder at `path` and checks it and the directory above it.
    init(_ path: String) throws(PluginRefusal) {
        let folder = try Self.openFolder(path)
        let above = FilePath.parent(of: path)
        let directory = try Self.status(Self.openFolder(above), above)
        try PathPolicy.checkDirectory(directory, above)
        try PathPolicy.check(Self.status(folder, path), path, directoryOwner: directory.st_uid)
        self.path = path
        self.folder = folder
        directoryOwner = directory.st_uid
    }

    private static func openFolder(_ path: String) throws(PluginRefusal) -> OpenFile {
        do { return try OpenFile(path, O_RDONLY | O_DIRECTORY) } catch {
            throw PluginRefusal(.unreadable, "the folder cannot be opened: \(error)", file: path)
        }
    }

    private static func status(_ file: borrowing OpenFile, _ path: String) throws(PluginRefusal) -> stat {
        do { return try file.status() } catch {
            throw PluginRefusal(.unreadable, "it cannot be read: \(error)", file: path)
        }
    }

    /// Opens, checks and reads the library `name`.
    func library(_ name: String) throws(PluginRefusal) -> PluginFiles.HeldLibrary {
        let path = self.path + "/" + name
        guard FilePath.isPlainName(name) else {
            throw PluginRefusal(
                .badValue, "\"\(name)\" leads out of the plugin's folder; put the library in it", file: path)
        }
        let file = try open(Self.target(of: name, in: self.path), path)
        let status = try Self.status(file, path)
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw PluginRefusal(.notAFile, "the library is not a regular file; put the library itself here", file: path)
        }
        try PathPolicy.check(status, path, directoryOwner: directoryOwner)
        let content = try LibraryBytes.read(file, name: name, path: path, status: status)
        let elf = try ELFLibrary.read(content.bytes, file: path)
        return PluginFiles.HeldLibrary(content, elf)
    }

    /// The name of the file that a link in the folder leads to, if it lies in the folder, too; else `name` itself. The
    /// library behind `libx.so` is often named `libx.so.1`. One step: nobody needs a chain, and a chain may be a
    /// circle.
    static func target(of name: String, in folder: String) -> String {
        guard let target = FilePath.target(of: folder + "/" + name), FilePath.isPlainName(target) else { return name }
        return target
    }

    // Not blocking: a pipe without a writer would hold the host for ever.
    private func open(_ name: String, _ path: String) throws(PluginRefusal) -> OpenFile {
        do { return try OpenFile(name, in: folder, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY) } catch {
            throw Self.refusal(error, path)
        }
    }

    static func refusal(_ error: SystemError, _ path: String) -> PluginRefusal {
        switch error.number {
        case ENOENT:
            PluginRefusal(
                .noLibrary, "the library is not there; build the plugin and put it into its folder", file: path)
        case ELOOP:
            PluginRefusal(
                .symbolicLink,
                "the library is a symbolic link to \(FilePath.target(of: path) ?? "another link"); "
                    + "put the file itself into the folder", file: path)
        case ENXIO:
            PluginRefusal(.notAFile, "the library is not a regular file; put the library itself here", file: path)
        default:
            PluginRefusal(.unreadable, "the library cannot be opened: \(error)", file: path)
        }
    }

    /// The names that end in `.so`, or in `.so.` and a version, sorted.
    func namesOfLibraries() throws(PluginRefusal) -> [String] {
        do {
            return try Folder.names(in: path).filter { name in
                let parts = name.utf8.split(separator: UInt8(ascii: "."))
                guard let so = parts.firstIndex(where: { $0.elementsEqual("so".utf8) }), so > 0 else { return false }
                return parts[(so + 1)...].allSatisfy { $0.allSatisfy { (0x30...0x39).contains($0) } }
            }.sorted()
        } catch {
            throw PluginRefusal(.unreadable, "the plugin's folder cannot be read: \(error)", file: path)
        }
    }
}
