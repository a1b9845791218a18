package import CQuickConnect

/// Values of the ABI in one block of memory: measured first, then filled, so that a whole tree takes one allocation.
extension Value {
    /// Stores the value in memory from `allocate` (aligned to 16 bytes), where it is laid out whole.
    ///
    /// - Returns: The value of the ABI; nil if `allocate` gave nothing or the value is deeper than 1024.
    package func stored(_ allocate: (Int) -> UnsafeMutableRawPointer?) -> qc_value? {
        guard let bytes = size(depth: 0) else { return nil }
        guard bytes > 0 else { return scalar }
        guard bytes <= UInt32.max, var cursor = allocate(bytes) else { return nil }
        return fill(&cursor)
    }

    /// The bytes that the value needs beside its own 16; nil if it is too deep.
    private func size(depth: Int) -> Int? {
        guard depth <= Value.deepest else { return nil }
        switch self {
        case .string(let text): return Value.rounded(text.utf8.count + 1)
        case .bytes(let bytes): return Value.rounded(bytes.count)
        case .array(let elements): return Value.sum(elements, each: MemoryLayout<qc_value>.size, depth)
        case .object(let object):
            let keys = object.members.reduce(0) { $0 + Value.rounded($1.key.utf8.count + 1) }
            let values = Value.sum(object.members.map(\.value), each: MemoryLayout<qc_member>.size, depth)
            return values.map { $0 + keys }
        default: return 0
        }
    }

    private static func sum(_ values: [Value], each: Int, _ depth: Int) -> Int? {
        var total = values.count * each
        for value in values {
            guard let size = value.size(depth: depth + 1) else { return nil }
            total += size
            // Values may share their elements: those of a few may stand for more than memory holds.
            guard total <= UInt32.max else { return nil }
        }
        return total
    }

    private static func rounded(_ bytes: Int) -> Int { (bytes + 15) & ~15 }

    /// A value that needs no memory beside its own.
    private var scalar: qc_value {
        var raw = qc_value(kind: kind.rawValue, length: 0, as: .init(bits: 0))
        switch self {
        case .boolean(let value): raw.as.boolean = value
        case .integer(let value): raw.as.integer = value
        case .unsigned(let value): raw.as.unsigned_integer = value
        case .double(let value): raw.as.number = value
        case .handle(let value): raw.as.handle = value.pointer
        default: break
        }
        return raw
    }

    private func fill(_ cursor: inout UnsafeMutableRawPointer) -> qc_value {
        switch self {
        case .string(let text): return Value.fill(text, &cursor)
        case .bytes(let bytes):
            let start = cursor
            bytes.withUnsafeBytes {
                cursor.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(start), byteCount: bytes.count)
            }
            cursor += Value.rounded(bytes.count)
            return qc_value(
                kind: ValueKind.bytes.rawValue, length: UInt32(bytes.count),
                as: .init(bytes: UnsafePointer(start.assumingMemoryBound(to: UInt8.self))))
        case .array(let elements): return Value.fill(elements, &cursor)
        case .object(let object): return Value.fill(object, &cursor)
        default: return scalar
        }
    }

    private static func fill(_ text: String, _ cursor: inout UnsafeMutableRawPointer) -> qc_value {
        var text = text
        let start = cursor.assumingMemoryBound(to: CChar.self)
        let count = text.withUTF8 { utf8 in
            if let source = utf8.baseAddress { cursor.copyMemory(from: source, byteCount: utf8.count) }
            return utf8.count
        }
        start[count] = 0
        cursor += rounded(count + 1)
        return qc_value(kind: ValueKind.string.rawValue, length: UInt32(count), as: .init(string: UnsafePointer(start)))
    }

    private static func fill(_ elements: [Value], _ cursor: inout UnsafeMutableRawPointer) -> qc_value {
        let start = cursor.assumingMemoryBound(to: qc_value.self)
        cursor += elements.count * MemoryLayout<qc_value>.stride
        for (index, element) in elements.enumerated() { start[index] = element.fill(&cursor) }
        return qc_value(
            kind: ValueKind.array.rawValue, length: UInt32(elements.count), as: .init(elements: UnsafePointer(start)))
    }

    private static func fill(_ object: ValueObject, _ cursor: inout UnsafeMutableRawPointer) -> qc_value {
        let start = cursor.assumingMemoryBound(to: qc_member.self)
        cursor += object.count * MemoryLayout<qc_member>.stride
        for (index, member) in object.members.enumerated() {
            start[index] = qc_member(key: fill(member.key, &cursor), value: member.value.fill(&cursor))
        }
        return qc_value(
            kind: ValueKind.object.rawValue, length: UInt32(object.count), as: .init(members: UnsafePointer(start)))
    }
}
