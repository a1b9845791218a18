internal import Glibc

/// Reading and making folders.
enum Folder {
    /// The names in the folder at `path`, without "." and "..", in no order.
    static func names(in path: String) throws(SystemError) -> [String] {
        guard let stream = opendir(path) else { throw .last }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
                String(cString: UnsafeRawPointer(field).assumingMemoryBound(to: CChar.self))
            }
            if name != "." && name != ".." { names.append(name) }
        }
        guard errno == 0 else { throw .last }
        return names
    }

    /// True if there is a folder at `path`, or a link to one.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The folder at which the file system of `path` is mounted.
    static func mountPoint(of path: String) -> String {
        guard path != "/", let here = FileIdentity(path: path) else { return path }
        let above = FilePath.parent(of: path)
        return FileIdentity(path: above)?.device == here.device ? mountPoint(of: above) : path
    }

    /// Makes the folder at `path`, with those above it that are missing, each with mode 0700.
    static func make(_ path: String) throws(SystemError) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, path != "/", path != "." else { throw .last }
        try make(FilePath.parent(of: path))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last }
    }

    /// Removes the folder at `path` and the files in it. It is no error if something stays.
    static func remove(_ path: String) {
        for name in (try? names(in: path)) ?? [] { unlink(path + "/" + name) }
        rmdir(path)
    }
}
