internal import Glibc

/// What a shared library's file says about itself, read without mapping or running it.
///
/// Follows <https://refspecs.linuxfoundation.org/elf/gabi4+/contents.html>. Only 64-bit little-endian files: the
/// machines that version 1 of the plugin ABI is for.
struct ELFLibrary {
    /// `DT_SONAME`: the name under which the dynamic linker knows the library, if it has one.
    private(set) var soname: String?
    /// `DT_NEEDED`: the libraries that it needs, in order.
    private(set) var needed: [String] = []
    /// `DT_RUNPATH`, or the older `DT_RPATH`.
    private(set) var runPath: String?
    /// True if it exports a function named `qc_plugin_entry`.
    private(set) var hasEntry = false

    private let reader: ELFReader
    private let file: String
    private var segments: [ELFSegment] = []

    /// Reads and checks the library in `bytes`; `file` is named in refusals.
    static func read(_ bytes: UnsafeRawBufferPointer, file: String) throws(PluginRefusal) -> ELFLibrary {
        var library = ELFLibrary(reader: ELFReader(bytes: bytes), file: file)
        try library.checkHeader()
        try library.readSegments()
        try library.checkSections()
        try library.checkStack()
        try library.readDynamicSection()
        return library
    }

    private init(reader: ELFReader, file: String) {
        self.reader = reader
        self.file = file
    }

    private func refusal(_ code: PluginRefusal.Code, _ message: String) -> PluginRefusal {
        PluginRefusal(code, message, file: file)
    }

    private var truncated: PluginRefusal {
        refusal(
            .truncated,
            "the library lacks its end: it has \(reader.bytes.count) bytes, its tables name more; copy or build it again"
        )
    }

    private func malformed(_ what: String) -> PluginRefusal {
        refusal(.malformedLibrary, "the library is damaged: \(what); copy or build it again")
    }

    // MARK: Header

    private func checkHeader() throws(PluginRefusal) {
        let magic: [UInt8] = [0x7F, 0x45, 0x4C, 0x46]
        guard reader.bytes.prefix(4).elementsEqual(magic.prefix(reader.bytes.count)) else {
            throw refusal(
                .notALibrary, "this is \(kindOfOtherFile), not a shared library; build the plugin and put its .so here")
        }
        guard reader.bytes.count >= 64 else { throw truncated }
        guard reader.bytes[4] == UInt8(ELFCLASS64), reader.bytes[5] == UInt8(ELFDATA2LSB) else {
            throw refusal(
                .wrongMachine,
                "the library is not for 64-bit little-endian machines; build it for \(Self.hostMachine.name)")
        }
        guard reader.bytes[6] == 1 else { throw malformed("its ELF version is \(reader.bytes[6])") }
        let machine = reader.number(UInt16.self, at: 18) ?? 0
        guard machine == Self.hostMachine.number else {
            throw refusal(
                .wrongMachine,
                "the library is for \(Self.name(ofMachine: machine)), this machine is \(Self.hostMachine.name); "
                    + "build it for \(Self.hostMachine.name)")
        }
        let type = reader.number(UInt16.self, at: 16) ?? 0
        guard type == UInt16(ET_DYN) else {
            throw refusal(
                .notALibrary, "this is \(Self.name(ofType: type)), not a shared library; link it with -shared")
        }
    }

    private var kindOfOtherFile: String {
        let bytes = reader.bytes
        if bytes.starts(with: [0x23, 0x21]) { return "a script" }
        if bytes.starts(with: Array("!<arch>".utf8)) { return "a static archive" }
        return bytes.prefix(512).contains { $0 < 0x09 } ? "some other binary file" : "text"
    }

    private static var hostMachine: (number: UInt16, name: String) {
        #if arch(arm64)
            (183, "aarch64")
        #else
            (62, "x86_64")
        #endif
    }

    private static func name(ofMachine number: UInt16) -> String {
        let names: [UInt16: String] = [3: "i386", 40: "arm", 62: "x86_64", 183: "aarch64", 243: "riscv", 21: "ppc64"]
        return names[number] ?? "machine type \(number)"
    }

    private static func name(ofType number: UInt16) -> String {
        let names: [UInt16: String] = [1: "an object file", 2: "a program", 4: "a core dump"]
        return names[number] ?? "an ELF file of type \(number)"
    }

    // MARK: Segments and sections

    private mutating func readSegments() throws(PluginRefusal) {
        guard let table = reader.number(UInt64.self, at: 32), let entrySize = reader.number(UInt16.self, at: 54),
            let count = reader.number(UInt16.self, at: 56)
        else { throw truncated }
        guard entrySize == UInt16(ELFSegment.size), count > 0 else { throw malformed("it has no program headers") }
        guard reader.holds(table, UInt64(count) * ELFSegment.size) else { throw truncated }
        for index in 0..<UInt64(count) {
            guard let segment = ELFSegment(reader, at: table + index * ELFSegment.size) else { throw truncated }
            segments.append(segment)
        }
        var end: UInt64 = 0
        for segment in segments where segment.type == UInt32(PT_LOAD) {
            guard segment.isLoadable, segment.address >= end else {
                throw malformed("its segments overlap or are misplaced")
            }
            guard reader.holds(segment.offset, segment.fileSize) else { throw truncated }
            end = segment.address + segment.memorySize
        }
        guard end > 0 else { throw malformed("it has nothing to load") }
    }

    // The dynamic linker does without sections, but they end the file: whoever lost some of it lost these, and a
    // download that ended early may have left zeros in their place.
    private func checkSections() throws(PluginRefusal) {
        guard let table = reader.number(UInt64.self, at: 40), let entrySize = reader.number(UInt16.self, at: 58),
            let count = reader.number(UInt16.self, at: 60), let names = reader.number(UInt16.self, at: 62)
        else { throw truncated }
        if table == 0 || count == 0 { return }
        guard reader.holds(table, UInt64(entrySize) * UInt64(count)) else { throw truncated }
        let type = reader.number(UInt32.self, at: table + UInt64(names) * UInt64(entrySize) + 4)
        guard names < count, type == UInt32(SHT_STRTAB) else { throw malformed("its section table is not one") }
    }

    private func checkStack() throws(PluginRefusal) {
        // Without this header the dynamic linker takes it that the library wants an executable stack.
        let stack = segments.first { $0.type == UInt32(PT_GNU_STACK) }
        guard let stack, stack.flags & UInt32(PF_X) == 0 else {
            throw refusal(.executableStack, "the library asks for an executable stack; link it with -z noexecstack")
        }
    }

    // MARK: Dynamic section

    private mutating func readDynamicSection() throws(PluginRefusal) {
        guard let segment = segments.first(where: { $0.type == UInt32(PT_DYNAMIC) }) else {
            throw malformed("it has no dynamic section")
        }
        guard reader.holds(segment.offset, segment.fileSize) else { throw truncated }
        var section = ELFDynamicSection()
        section.read(reader, at: segment.offset, count: segment.fileSize / 16)
        guard !section.isProgram else {
            throw refusal(.notALibrary, "this is a program, not a shared library; link it with -shared")
        }
        guard !section.hasTextRelocations else {
            throw refusal(
                .textRelocations, "the library's code would be rewritten while it loads; compile it with -fPIC")
        }
        guard let strings = offset(of: section.strings, section.stringsSize),
            let symbols = offset(of: section.symbols, 24)
        else { throw malformed("its symbols lie outside") }
        try readNames(section, strings)
        let table = ELFSymbolTable(
            reader: reader, symbols: symbols, strings: strings, stringsEnd: strings + section.stringsSize,
            gnuHash: offset(of: section.gnuHash, 16), hash: offset(of: section.hash, 8))
        hasEntry = table.exportsFunction("qc_plugin_entry", inside: isCode)
    }

    private mutating func readNames(_ section: ELFDynamicSection, _ strings: UInt64) throws(PluginRefusal) {
        let end = strings + section.stringsSize
        func name(_ offset: UInt64) throws(PluginRefusal) -> String {
            let (start, overflow) = strings.addingReportingOverflow(offset)
            guard !overflow, let name = reader.text(at: start, before: end) else {
                throw malformed("a name lies outside its strings")
            }
            return name
        }
        if let offset = section.soname { soname = try name(offset) }
        if let offset = section.runPath { runPath = try name(offset) }
        for offset in section.needed { needed.append(try name(offset)) }
    }

    /// Where the file holds what is mapped at `address`, if `size` bytes of it lie in one segment.
    private func offset(of address: UInt64?, _ size: UInt64) -> UInt64? {
        guard let address, let segment = segments.first(where: { $0.holds(address) }),
            size <= segment.fileSize - (address - segment.address)
        else { return nil }
        return segment.offset + (address - segment.address)
    }

    private func isCode(_ address: UInt64) -> Bool {
        segments.contains { $0.holds(address) && $0.flags & UInt32(PF_X) != 0 }
    }
}
