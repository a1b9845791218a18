internal import Glibc

/// One entry of a program header table (`Elf64_Phdr`).
struct ELFSegment {
    let type: UInt32
    let flags: UInt32
    let offset: UInt64
    let address: UInt64
    let fileSize: UInt64
    let memorySize: UInt64
    let alignment: UInt64

    static let size: UInt64 = 56

    init?(_ reader: ELFReader, at start: UInt64) {
        guard let type = reader.number(UInt32.self, at: start), let flags = reader.number(UInt32.self, at: start + 4),
            let offset = reader.number(UInt64.self, at: start + 8),
            let address = reader.number(UInt64.self, at: start + 16),
            let fileSize = reader.number(UInt64.self, at: start + 32),
            let memorySize = reader.number(UInt64.self, at: start + 40),
            let alignment = reader.number(UInt64.self, at: start + 48)
        else { return nil }
        self.type = type
        self.flags = flags
        self.offset = offset
        self.address = address
        self.fileSize = fileSize
        self.memorySize = memorySize
        self.alignment = alignment
    }

    /// True if address and offset agree as `mmap(2)` needs it, and no sum overflows.
    var isLoadable: Bool {
        let powerOfTwo = alignment == 0 || alignment & (alignment - 1) == 0
        let congruent = alignment < 2 || (address &- offset) % alignment == 0
        return powerOfTwo && congruent && fileSize <= memorySize
            && !address.addingReportingOverflow(memorySize).overflow
    }

    /// True if `address` lies in the part of the segment that the file holds.
    func holds(_ wanted: UInt64) -> Bool {
        type == UInt32(PT_LOAD) && wanted >= address && wanted - address < fileSize
    }
}
