/// Numbers and tables in the bytes of an ELF file, each read checked against the file's end.
struct ELFReader {
    let bytes: UnsafeRawBufferPointer

    /// The little-endian number at `offset`, or nil if it would not lie inside the file.
    func number<Number: FixedWidthInteger>(_ type: Number.Type, at offset: UInt64) -> Number? {
        guard let offset = Int(exactly: offset), offset <= bytes.count - MemoryLayout<Number>.size else { return nil }
        return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
    }

    /// True if `count` bytes at `offset` lie inside the file.
    func holds(_ offset: UInt64, _ count: UInt64) -> Bool {
        let (end, overflow) = offset.addingReportingOverflow(count)
        return !overflow && end <= UInt64(bytes.count)
    }

    /// The text at `offset` up to its NUL, before `end`; nil if there is no NUL.
    func text(at offset: UInt64, before end: UInt64) -> String? {
        guard offset < end, holds(offset, end - offset) else { return nil }
        let tail = UnsafeRawBufferPointer(rebasing: bytes[Int(offset)..<Int(end)])
        guard let length = tail.firstIndex(of: 0) else { return nil }
        return String(decoding: UnsafeRawBufferPointer(rebasing: tail[..<length]), as: UTF8.self)
    }

    /// True if the NUL-terminated text at `offset` is `text`.
    func isText(_ text: StaticString, at offset: UInt64) -> Bool {
        guard holds(offset, UInt64(text.utf8CodeUnitCount) + 1) else { return false }
        for index in 0..<text.utf8CodeUnitCount where bytes[Int(offset) + index] != text.utf8Start[index] {
            return false
        }
        return bytes[Int(offset) + text.utf8CodeUnitCount] == 0
    }
}
