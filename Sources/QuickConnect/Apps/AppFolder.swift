internal import Glibc

/// An app's folder: reads its manifest and its text files, and nothing outside of it.
public struct AppFolder: Sendable {
    /// The folder, as the user named it.
    public let path: String

    /// The largest text file, in bytes: 64 MiB.
    public static let sizeLimit = 64 << 20

    /// The folder at `path`; whether it is there shows when it is read.
    public init(_ path: String) {
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// Reads `app.json`.
    ///
    /// - Throws: What is missing or wrong, with the place.
    public func manifest() throws(AppError) -> AppManifest {
        let file = path(of: AppManifest.fileName)
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw AppError("there is no such app: \(SystemError.last); name a folder that holds app.json", file: path)
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw AppError("this is no folder; name the folder that holds app.json", file: path)
        }
        return try AppManifest.read(bytes(of: AppManifest.fileName, limit: AppManifest.sizeLimit), file: file)
    }

    /// Reads a text file of the app.
    ///
    /// - Parameter name: The file's path inside the folder.
    /// - Returns: The text, without a byte order mark.
    /// - Throws: What is wrong: not there, outside of the folder, too large, not UTF-8.
    public func text(of name: String) throws(AppError) -> String {
        let bytes = try bytes(of: name, limit: Self.sizeLimit)
        if let fault = bytes.withUnsafeBytes({ text in
            UTF8Check.firstFault(in: text).map {
                AppError("this is no UTF-8; save the file as UTF-8", file: path(of: name), offset: $0, in: text)
            }
        }) {
            throw fault
        }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        return String(decoding: bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...], as: UTF8.self)
    }

    /// The path of a file of the app, for messages.
    public func path(of name: String) -> String { path + "/" + name }

    private func bytes(of name: String, limit: Int) throws(AppError) -> [UInt8] {
        let file = path(of: name)
        guard ManifestPattern.path.accepts(name) else {
            throw AppError("an app's file must be named by a path below its folder, without \"..\"", file: file)
        }
        let fault: String
        do throws(SystemError) {
            let open = try OpenFile(file, O_RDONLY | O_NONBLOCK | O_NOCTTY)
            guard let found = try self.fault(of: open, limit) else { return try Self.contents(of: open) }
            fault = found
        } catch {
            fault = "the file cannot be read: \(error)"
        }
        throw AppError(fault, file: file)
    }

    /// What keeps an open file from being read; nil if nothing does.
    private func fault(of file: borrowing OpenFile, _ limit: Int) throws(SystemError) -> String? {
        let status = try file.status()
        guard status.st_mode & S_IFMT == S_IFREG else { return "this is no regular file" }
        guard status.st_size <= limit else {
            return "the file has \(status.st_size) bytes, more than the limit of \(limit); split it"
        }
        guard let folder = Self.realPath(path), let inside = Self.realPath("/proc/self/fd/\(file.descriptor)"),
            inside.hasPrefix(folder == "/" ? "/" : folder + "/")
        else { return "a symbolic link leads out of the app's folder; put the file itself into the folder" }
        return nil
    }

    private static func contents(of file: borrowing OpenFile) throws(SystemError) -> [UInt8] {
        let size = Int(try file.status().st_size)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1)
        defer { buffer.deallocate() }
        let count = try file.read(into: buffer)
        return Array(buffer[..<count])
    }

    private static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
