internal import Glibc

/// The symbols that a library offers to `dlsym(3)`, found as that finds them: through a hash table.
struct ELFSymbolTable {
    let reader: ELFReader
    /// File offsets.
    let symbols: UInt64
    let strings: UInt64
    let stringsEnd: UInt64
    let gnuHash: UInt64?
    let hash: UInt64?

    /// True if the library exports a function `name` whose address satisfies `inside`.
    func exportsFunction(_ name: StaticString, inside isCode: (UInt64) -> Bool) -> Bool {
        guard let index = gnuHash.flatMap({ gnuIndex(of: name, $0) }) ?? hash.flatMap({ index(of: name, $0) }),
            let symbol = symbol(index), let info = reader.number(UInt8.self, at: symbol + 4),
            let other = reader.number(UInt8.self, at: symbol + 5),
            let section = reader.number(UInt16.self, at: symbol + 6),
            let address = reader.number(UInt64.self, at: symbol + 8)
        else { return false }
        let isGlobal = info >> 4 == UInt8(STB_GLOBAL) || info >> 4 == UInt8(STB_WEAK)
        let isVisible = other & 3 == UInt8(STV_DEFAULT) || other & 3 == UInt8(STV_PROTECTED)
        return isGlobal && isVisible && info & 15 == UInt8(STT_FUNC) && section != 0 && isCode(address)
    }

    private func symbol(_ index: UInt32) -> UInt64? {
        let (offset, overflow) = symbols.addingReportingOverflow(UInt64(index) * 24)
        return overflow || !reader.holds(offset, 24) ? nil : offset
    }

    private func isNamed(_ name: StaticString, _ index: UInt32) -> Bool {
        guard let symbol = symbol(index), let offset = reader.number(UInt32.self, at: symbol) else { return false }
        let start = strings + UInt64(offset)
        return start < stringsEnd && reader.isText(name, at: start)
    }

    /// `DT_GNU_HASH`: buckets of symbol indices, and for each symbol a hash whose lowest bit ends its chain.
    private func gnuIndex(of name: StaticString, _ table: UInt64) -> UInt32? {
        guard let bucketCount = reader.number(UInt32.self, at: table), bucketCount > 0,
            let first = reader.number(UInt32.self, at: table + 4),
            let bloomCount = reader.number(UInt32.self, at: table + 8)
        else { return nil }
        let hash = Self.gnuHash(name)
        let buckets = table + 16 + UInt64(bloomCount) * 8
        let chains = buckets + UInt64(bucketCount) * 4
        guard var index = reader.number(UInt32.self, at: buckets + UInt64(hash % bucketCount) * 4), index >= first,
            index > 0
        else { return nil }
        // Ends at the latest with the file.
        while let entry = reader.number(UInt32.self, at: chains + UInt64(index - first) * 4) {
            if entry | 1 == hash | 1 && isNamed(name, index) { return index }
            if entry & 1 == 1 || index == .max { return nil }
            index += 1
        }
        return nil
    }

    /// `DT_HASH`: buckets of symbol indices, and for each symbol the next of its chain.
    private func index(of name: StaticString, _ table: UInt64) -> UInt32? {
        guard let bucketCount = reader.number(UInt32.self, at: table), bucketCount > 0,
            let chainCount = reader.number(UInt32.self, at: table + 4)
        else { return nil }
        let buckets = table + 8
        let chains = buckets + UInt64(bucketCount) * 4
        var index = reader.number(UInt32.self, at: buckets + UInt64(Self.hash(name) % bucketCount) * 4) ?? 0
        // A chain longer than the table goes in a circle.
        for _ in 0..<chainCount {
            if index == 0 || index >= chainCount { return nil }
            if isNamed(name, index) { return index }
            guard let next = reader.number(UInt32.self, at: chains + UInt64(index) * 4) else { return nil }
            index = next
        }
        return nil
    }

    private static func gnuHash(_ name: StaticString) -> UInt32 {
        name.withUTF8Buffer { $0.reduce(5381) { $0 &* 33 &+ UInt32($1) } }
    }

    private static func hash(_ name: StaticString) -> UInt32 {
        name.withUTF8Buffer { bytes in
            bytes.reduce(0) { hash, byte in
                let next = (hash << 4) &+ UInt32(byte)
                let high = next & 0xF000_0000
                return (next ^ (high >> 24)) & ~high
            }
        }
    }
}
