internal import Glibc

/// What the entries of a dynamic section say, as addresses and offsets that nobody has checked yet.
struct ELFDynamicSection {
    private(set) var strings: UInt64?
    private(set) var stringsSize: UInt64 = 0
    private(set) var symbols: UInt64?
    private(set) var hash: UInt64?
    private(set) var gnuHash: UInt64?
    private(set) var soname: UInt64?
    private(set) var runPath: UInt64?
    private(set) var needed: [UInt64] = []
    private(set) var hasTextRelocations = false
    private(set) var isProgram = false

    /// `DT_FLAGS_1` of a position-independent program; not in Debian's `elf.h` for Swift.
    private static let positionIndependentProgram: UInt64 = 0x0800_0000
    private static let gnuHashTag: UInt64 = 0x6FFF_FEF5
    private static let flags1Tag: UInt64 = 0x6FFF_FFFB

    /// Reads at most `count` entries, up to the one that ends the section.
    mutating func read(_ reader: ELFReader, at start: UInt64, count: UInt64) {
        for index in 0..<count {
            guard let tag = reader.number(UInt64.self, at: start + index * 16),
                let value = reader.number(UInt64.self, at: start + index * 16 + 8), tag != UInt64(DT_NULL)
            else { return }
            take(tag, value)
        }
    }

    private mutating func take(_ tag: UInt64, _ value: UInt64) {
        switch tag {
        case UInt64(DT_STRTAB): strings = value
        case UInt64(DT_STRSZ): stringsSize = value
        case UInt64(DT_SYMTAB): symbols = value
        case UInt64(DT_HASH): hash = value
        case Self.gnuHashTag: gnuHash = value
        case UInt64(DT_SONAME): soname = value
        case UInt64(DT_RPATH): runPath = runPath ?? value
        case UInt64(DT_RUNPATH): runPath = value
        case UInt64(DT_NEEDED): needed.append(value)
        case UInt64(DT_TEXTREL): hasTextRelocations = true
        case UInt64(DT_FLAGS): hasTextRelocations = hasTextRelocations || value & UInt64(DF_TEXTREL) != 0
        case Self.flags1Tag: isProgram = value & Self.positionIndependentProgram != 0
        default: break
        }
    }
}
