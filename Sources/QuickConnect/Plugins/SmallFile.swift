internal import Glibc

/// Whole files of a few kilobytes: notes that the host keeps for itself.
enum SmallFile {
    /// The bytes of the file at `path`, or nil if it cannot be read or has more than `limit` bytes.
    static func read(_ path: String, limit: Int) -> [UInt8]? {
        guard let file = try? OpenFile(path, O_RDONLY | O_NONBLOCK), let status = try? file.status(),
            status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit
        else { return nil }
        return try? [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
            count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
        }
    }

    /// Puts `text` where `path` says, in one step, making the folder if it is missing.
    static func write(_ text: String, to path: String) throws(SystemError) {
        try Folder.make(FilePath.parent(of: path))
        let temporary = path + ".\(getpid())-\(UInt32.random(in: .min ... .max)).new"
        let file = try OpenFile(temporary, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        do throws(SystemError) {
            try write(text, to: file)
            guard rename(temporary, path) == 0 else { throw .last }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// Appends `text` to an open file.
    static func write(_ text: String, to file: borrowing OpenFile) throws(SystemError) {
        // `withUnsafeBytes` forgets the type of what is thrown.
        let written: Result<Void, SystemError> = Array(text.utf8).withUnsafeBytes { bytes in
            do throws(SystemError) {
                return .success(try file.write(bytes))
            } catch {
                return .failure(error)
            }
        }
        try written.get()
    }

    /// `text` as a JSON string.
    static func quote(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\" + String(scalar)
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
