internal import CQuickConnect
internal import Glibc

extension PluginManifest {
    /// The name of a manifest in its plugin's folder.
    public static let fileName = "plugin.json"

    /// The largest manifest, in bytes: 1 MiB.
    public static let sizeLimit = 1 << 20

    /// Reads a manifest.
    ///
    /// - Parameters:
    ///   - bytes: JSON in UTF-8.
    ///   - file: The file's path, for messages.
    /// - Throws: A refusal with line and column.
    public static func read(_ bytes: [UInt8], file: String) throws(PluginRefusal) -> PluginManifest {
        var parser = ManifestParser()
        return try parser.read(bytes, file: file)
    }
}

/// Reads one manifest after the other with the same memory.
struct ManifestParser: ~Copyable {
    private var parser: JSONParser

    /// The id in the manifest that was read last, if it could be told, even where the manifest was refused.
    private(set) var id: String?

    init() {
        var limits = Limits()
        limits.messageBytes = PluginManifest.sizeLimit
        limits.jsonDepth = 64
        parser = JSONParser(limits: limits)
    }

    /// Reads the manifest in `bytes`.
    mutating func read(_ bytes: [UInt8], file: String) throws(PluginRefusal) -> PluginManifest {
        let text = try copy(bytes, file)
        return try parse(text, file) { (value) throws(ManifestError) in try ManifestReader.read(value, from: text) }
    }

    /// Reads the list of disabled plugins in `bytes`.
    mutating func disabled(_ bytes: [UInt8], file: String) throws(PluginRefusal) -> Set<String> {
        try parse(copy(bytes, file), file) { (value) throws(ManifestError) in
            var object = try ManifestObject(ManifestCursor(value: value, path: []))
            return Set(try object.optional("disabled")?.strings() ?? [])
        }
    }

    private mutating func copy(_ bytes: [UInt8], _ file: String) throws(PluginRefusal) -> UnsafeRawBufferPointer {
        let room = try reserve(bytes.count, file)
        bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(start: room, count: bytes.count).copyMemory(from: $0) }
        return UnsafeRawBufferPointer(start: room, count: bytes.count)
    }

    /// Reads the manifest at `path`, and says which state of the file it was.
    mutating func read(_ path: String) throws(PluginRefusal) -> (PluginManifest, stat) {
        let file = try Self.open(path)
        let status: stat
        do { status = try file.status() } catch {
            throw PluginRefusal(.manifestUnreadable, "the manifest cannot be read: \(error)", file: path)
        }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= PluginManifest.sizeLimit else {
            throw PluginRefusal(
                .manifestUnreadable, "the manifest must be a regular file of at most 1 MiB", file: path)
        }
        let room = try reserve(Int(status.st_size), path)
        let bytes = UnsafeMutableRawBufferPointer(start: room, count: Int(status.st_size))
        let count: Int
        do { count = try file.read(into: bytes) } catch {
            throw PluginRefusal(.manifestUnreadable, "the manifest cannot be read: \(error)", file: path)
        }
        let text = UnsafeRawBufferPointer(rebasing: bytes[..<count])
        let manifest = try parse(text, path) { (value) throws(ManifestError) in
            try ManifestReader.read(value, from: text)
        }
        return (manifest, status)
    }

    private static func open(_ path: String) throws(PluginRefusal) -> OpenFile {
        do { return try OpenFile(path, O_RDONLY | O_NONBLOCK | O_NOCTTY) } catch {
            throw error.number == ENOENT || error.number == ENOTDIR
                ? PluginRefusal(
                    .noManifest, "the folder holds no plugin.json; write one, or remove the folder", file: path)
                : PluginRefusal(.manifestUnreadable, "the manifest cannot be opened: \(error)", file: path)
        }
    }

    private mutating func reserve(_ count: Int, _ file: String) throws(PluginRefusal) -> UnsafeMutablePointer<UInt8> {
        do { return try parser.reserve(count) } catch {
            throw PluginRefusal(.manifestUnreadable, error.message, file: file)
        }
    }

    /// `bytes` lie in the parser's buffer.
    private mutating func parse<Content>(
        _ bytes: UnsafeRawBufferPointer, _ file: String, _ read: (qc_value) throws(ManifestError) -> Content
    ) throws(PluginRefusal) -> Content {
        id = nil
        let value: qc_value
        do throws(MessageError) {
            guard let text = bytes.assumingMemoryBound(to: UInt8.self).baseAddress else { throw .noMemory(for: 0) }
            value = try parser.parse(text, count: bytes.count)
        } catch {
            let place = TextPlace(offset: error.offset, in: bytes)
            throw PluginRefusal(.badJSON, error.message, file: file, line: place.line, column: place.column)
        }
        do throws(ManifestError) { return try read(value) } catch {
            id = ManifestReader.id(of: value)
            throw error.refusal(file: file, bytes: bytes)
        }
    }
}
