internal import CQuickConnect
internal import Glibc
internal import QuickConnectPlugin

/// The arrays and objects that are open while a tree of values is walked, without recursion.
struct ValueTrail: ~Copyable {
    /// One open array or object. A member of an object is two values side by side, its key and its value.
    struct Level {
        let isObject: Bool
        let start: UnsafePointer<qc_value>
        let end: UnsafePointer<qc_value>
        var next: UnsafePointer<qc_value>
    }

    private let depth: Int
    private var levels: UnsafeMutablePointer<Level>?
    private var capacity = 0
    private var count = 0

    /// A trail that takes `depth` levels, and holds no memory yet.
    init(depth: Int) {
        self.depth = depth
    }

    deinit {
        free(levels)
    }

    /// The innermost array or object, to be read and advanced in place; nil outside of any.
    @inline(__always)
    var top: UnsafeMutablePointer<Level>? { count > 0 ? levels.map { $0 + (count - 1) } : nil }

    /// Opens an array of `count` values, or an object of `count` members, at `start`.
    ///
    /// - Throws: `TOO_DEEP` past the depth, `TOO_LARGE` if there is no memory.
    mutating func open(_ start: UnsafePointer<qc_value>, count: Int, isObject: Bool) throws(MessageError) {
        guard self.count < depth else {
            let message = "\(path) has more than \(depth) arrays and objects inside one another, or holds itself"
            throw MessageError(.tooDeep, at: 0, "\(message): give a flatter value")
        }
        if self.count == capacity { try grow() }
        let end = start + (isObject ? 2 * count : count)
        levels.map { ($0 + self.count).initialize(to: Level(isObject: isObject, start: start, end: end, next: start)) }
        self.count += 1
    }

    /// Closes the innermost array or object.
    mutating func close() {
        count -= 1
    }

    /// Closes all.
    mutating func closeAll() {
        count = 0
    }

    private mutating func grow() throws(MessageError) {
        let wanted = max(16, 2 * capacity)
        guard let grown = realloc(levels, wanted * MemoryLayout<Level>.stride) else { throw .noMemory(for: wanted) }
        levels = grown.bindMemory(to: Level.self, capacity: wanted)
        capacity = wanted
    }

    /// The place of the value that was taken last, as in `$.windows[2]`; in a deep tree, of its outermost levels.
    var path: String {
        var path = "$"
        for index in 0..<min(count, 32) {
            guard let level = levels?[index] else { break }
            let position = level.next - level.start - 1
            path += level.isObject ? ".\(name(level, at: position & ~1))" : "[\(position)]"
        }
        return count > 32 ? path + "…" : path
    }

    private func name(_ level: Level, at position: Int) -> String {
        guard position >= 0, level.start[position].kind == QC_STRING else { return "?" }
        let key = level.start[position]
        let bytes = UnsafeRawBufferPointer(start: key.as.string, count: key.as.string == nil ? 0 : Int(key.length))
        return String(decoding: bytes.prefix(64), as: UTF8.self)
    }
}
