import Foundation
import Testing

@testable import QuickConnect

@Suite struct ELFLibraryTests {
    private static func refusal(_ bytes: [UInt8]) -> PluginRefusal? {
        do {
            _ = try bytes.withUnsafeBytes { try ELFLibrary.read($0, file: "f.so") }
            return nil
        } catch { return error as? PluginRefusal }
    }

    private static func bytes(_ source: String = "plugin.c", _ flags: [String] = []) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: FixtureCompiler.library(source, flags))))
    }

    @Test(arguments: [["-Wl,--hash-style=gnu"], ["-Wl,--hash-style=sysv"], ["-Wl,--hash-style=both"], ["-s"]])
    func findsTheEntry(flags: [String]) throws {
        let library = try Self.bytes("plugin.c", flags).withUnsafeBytes { try ELFLibrary.read($0, file: "f") }
        #expect(library.hasEntry)
        #expect(library.soname == nil)
    }

    @Test func readsNames() throws {
        let flags = ["-Wl,-soname,libX.so.1", "-Wl,-rpath,/opt/x", "-Wl,--no-as-needed", "-lm", "-lc"]
        let library = try Self.bytes("plugin.c", flags).withUnsafeBytes { try ELFLibrary.read($0, file: "f") }
        #expect(library.soname == "libX.so.1")
        #expect(library.runPath == "/opt/x")
        #expect(library.needed.prefix(2) == ["libm.so.6", "libc.so.6"])
    }

    @Test(arguments: ["no_entry.c", "data_entry.c"], ["gnu", "sysv"])
    func missesTheEntry(source: String, style: String) throws {
        let flags = ["-Wl,--hash-style=\(style)"]
        let library = try Self.bytes(source, flags).withUnsafeBytes { try ELFLibrary.read($0, file: "f") }
        #expect(!library.hasEntry)
    }

    /// Every shorter file is refused as one: whatever the dynamic linker would do with it.
    @Test func refusesEveryTruncation() throws {
        let bytes = try Self.bytes()
        for length in 0..<bytes.count {
            let code = Self.refusal(Array(bytes.prefix(length)))?.code
            #expect(code == .truncated, "\(length) bytes")
        }
    }

    @Test func refusesAFileThatEndsInZeros() throws {
        let bytes = try Self.bytes()
        let end = bytes.count * 2 / 3
        #expect(
            Self.refusal(bytes.prefix(end) + Array(repeating: 0, count: bytes.count - end))?.code == .malformedLibrary)
    }

    @Test(arguments: [
        (4, 1, "64-bit"), (5, 2, "64-bit"), (18, 183, "aarch64"), (18, 3, "i386"), (18, 77, "machine type 77"),
    ])
    func refusesAnotherMachine(offset: Int, value: UInt8, words: String) throws {
        var bytes = try Self.bytes()
        bytes[offset] = value
        let refusal = try #require(Self.refusal(bytes))
        #expect(refusal.code == .wrongMachine)
        #expect(refusal.message.contains(words))
    }

    @Test(arguments: [
        ("hello, world\n", "text"), ("#!/bin/sh\n", "a script"), ("!<arch>\nlib.o/", "a static archive"),
        ("\u{1}\u{2}", "some other binary file"),
    ])
    func refusesOtherFiles(text: String, words: String) throws {
        let refusal = try #require(Self.refusal(Array(text.utf8)))
        #expect(refusal.code == .notALibrary)
        #expect(refusal.message.contains("this is \(words), not a shared library"))
    }

    @Test(arguments: [(1, "an object file"), (2, "a program"), (4, "a core dump")])
    func refusesOtherELFFiles(type: UInt8, words: String) throws {
        var bytes = try Self.bytes()
        bytes[16] = type
        let refusal = try #require(Self.refusal(bytes))
        #expect(refusal.code == .notALibrary)
        #expect(refusal.message.contains(words))
    }

    @Test func refusesAProgram() throws {
        let path = NSTemporaryDirectory() + UUID().uuidString
        defer { unlink(path) }
        let include = FixtureCompiler.root + "/Sources/CQuickConnect/include"
        let source = FixtureCompiler.fixtures + "/Layout/layout.c"
        try FixtureCompiler.run([FixtureCompiler.compiler, "-pie", "-fPIE", source, "-I", include, "-o", path])
        let refusal = try #require(Self.refusal(Array(Data(contentsOf: URL(fileURLWithPath: path)))))
        #expect(refusal.code == .notALibrary)
        #expect(refusal.message.contains("this is a program"))
    }

    @Test func refusesAnExecutableStack() throws {
        #expect(Self.refusal(try Self.bytes("plugin.c", ["-Wl,-z,execstack"]))?.code == .executableStack)
    }

    #if arch(x86_64)
        @Test func refusesTextRelocations() throws {
            let bytes = try Self.bytes("text_relocations.c", ["-fno-PIC", "-mcmodel=large", "-Wl,-z,notext"])
            #expect(Self.refusal(bytes)?.code == .textRelocations)
        }
    #endif

    /// Whatever the file holds, reading it ends, with an answer.
    @Test func survivesMutation() throws {
        let seed = try Self.bytes("plugin.c", ["-s", "-Wl,--hash-style=both"])
        var random = SeededGenerator(seed: 0xE1F)
        var refused = 0
        for round in 0..<4_000 {
            var bytes = seed
            if round.isMultiple(of: 2) {
                // Where the tables are: the headers, the dynamic section, the hashes.
                for _ in 0..<4 {
                    let position = Int.random(in: 0..<min(bytes.count, 0x500), using: &random)
                    bytes[position] = UInt8.random(in: .min ... .max, using: &random)
                }
            } else {
                bytes = random.mutate(seed)
            }
            if Self.refusal(bytes) != nil { refused += 1 }
        }
        #expect(refused > 100)
    }
}
