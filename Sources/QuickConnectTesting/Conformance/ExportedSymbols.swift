internal import Foundation

/// The names that a shared library offers to others, as its section table lists them.
///
/// <https://refspecs.linuxfoundation.org/elf/gabi4+/ch4.symtab.html>
enum ExportedSymbols {
    /// What a plugin may export: its entry, and what linkers add by themselves.
    static let allowed: Set<String> = ["qc_plugin_entry", "_init", "_fini", "_edata", "_end", "__bss_start"]

    /// The defined, visible, dynamic symbols of the library in `file`; nil if it has no table of them.
    static func names(of file: String) -> Set<String>? {
        guard let bytes = FileManager.default.contents(atPath: file) else { return nil }
        let reader = Reader(bytes: [UInt8](bytes))
        guard let table = reader.number(40, 8), let size = reader.number(58, 2), let count = reader.number(60, 2) else {
            return nil
        }
        // 11 is SHT_DYNSYM.
        guard let section = (0..<count).map({ table + $0 * size }).first(where: { reader.number($0 + 4, 4) == 11 }),
            let start = reader.number(section + 24, 8), let length = reader.number(section + 32, 8),
            let link = reader.number(section + 40, 4), let strings = reader.number(table + link * size + 24, 8)
        else { return nil }
        let symbols = stride(from: start, to: start + length, by: 24)
        return Set(symbols.compactMap { reader.exportedName(at: $0, strings) })
    }

    private struct Reader {
        let bytes: [UInt8]

        func number(_ offset: Int, _ size: Int) -> Int? {
            guard offset >= 0, offset <= bytes.count - size else { return nil }
            let number = bytes[offset..<offset + size].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            // What is larger lies outside of any file.
            return number < UInt64(1) << 40 ? Int(number) : nil
        }

        /// The name of the symbol at `offset`, if others can see it.
        func exportedName(at offset: Int, _ strings: Int) -> String? {
            guard let name = number(offset, 4), let info = number(offset + 4, 1), let other = number(offset + 5, 1),
                let section = number(offset + 6, 2), section != 0, info >> 4 != 0, other & 3 == 0 || other & 3 == 3,
                strings + name < bytes.count
            else { return nil }
            return String(decoding: bytes[(strings + name)...].prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
