internal import CFiles
internal import Glibc
internal import QuickConnectPlugin

/// The names in a folder, sorted byte by byte, without `.` and `..`.
struct FolderEntries {
    /// One entry.
    struct Entry {
        /// Where its name begins among ``bytes``, which a NUL ends.
        let start: Int
        /// What it is.
        let kind: FileKind
        /// Its bytes if it is a file and the size was asked for; else nil.
        let size: Int64?
    }

    private var bytes: [CChar] = []
    private var entries: [Entry] = []

    /// Reads the folder. `readdir(3)`, and `fstatat(2)` for each file whose size is wanted.
    ///
    /// - Parameter folder: A descriptor of it, which stays the caller's.
    init(in folder: Int32, withSizes: Bool = false) throws(Fault) {
        let number = qc_files_open(folder, ".", O_RDONLY | O_DIRECTORY, 0)
        guard number >= 0, let stream = fdopendir(number) else { throw Fault(errno) }
        defer { closedir(stream) }
        errno = 0
        while let entry = readdir(stream) {
            append(entry, folder, withSizes)
            errno = 0
        }
        guard errno == 0 else { throw Fault(errno) }
        sort()
    }

    private mutating func append(_ entry: UnsafeMutablePointer<dirent>, _ folder: Int32, _ withSizes: Bool) {
        let name = qc_files_name(entry)
        guard strcmp(name, ".") != 0, strcmp(name, "..") != 0 else { return }
        var kind = FileKind(entryType: entry.pointee.d_type)
        var size: Int64?
        if kind == nil || kind == .file && withSizes {
            var status = stat()
            if fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 {
                kind = FileKind(status)
                size = kind == .file ? Int64(status.st_size) : nil
            } else if errno == ENOENT {
                // It went away meanwhile.
                return
            }
        }
        entries.append(Entry(start: bytes.count, kind: kind ?? .other, size: size))
        bytes.append(contentsOf: UnsafeBufferPointer(start: name, count: strlen(name) + 1))
    }

    private mutating func sort() {
        bytes.withUnsafeBufferPointer { names in
            guard let base = names.baseAddress else { return }
            entries.sort { strcmp(base + $0.start, base + $1.start) < 0 }
        }
    }

    /// The names that are UTF-8, in order; others cannot be named by a caller.
    var names: [String] { map { name, _ in name } }

    /// What `transform` makes of each entry whose name is UTF-8, in order.
    func map<T>(_ transform: (String, Entry) -> T) -> [T] {
        bytes.withUnsafeBufferPointer { names in
            guard let base = names.baseAddress else { return [] }
            return entries.compactMap { entry in
                String(validatingCString: base + entry.start).map { transform($0, entry) }
            }
        }
    }
}
