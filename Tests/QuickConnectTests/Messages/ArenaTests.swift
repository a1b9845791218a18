import CQuickConnect
import QuickConnect
import Testing

@Suite struct ArenaTests {
    /// An arena's limits with this many bytes.
    private func limits(_ bytes: Int) -> Limits {
        var limits = Limits()
        limits.arenaBytes = bytes
        return limits
    }

    @Test func givesAlignedMemoryThatDoesNotOverlap() throws {
        var arena = Arena()
        var generator = SplitMix(seed: 7)
        var pieces: [(UnsafeMutableRawPointer, Int, UInt8)] = []
        for index in 0..<2000 {
            let size = Int.random(in: 0...(index % 50 == 0 ? 40_000 : 200), using: &generator)
            let allocated = arena.allocate(size)
            let piece = try #require(allocated)
            #expect(Int(bitPattern: piece) % 16 == 0)
            piece.initializeMemory(as: UInt8.self, repeating: UInt8(truncatingIfNeeded: index), count: size)
            pieces.append((piece, size, UInt8(truncatingIfNeeded: index)))
        }
        for (piece, size, mark) in pieces {
            #expect(UnsafeRawBufferPointer(start: piece, count: size).allSatisfy { $0 == mark })
        }
    }

    @Test(arguments: [-1, Int.min, Int.max, Int.max - 15, (256 << 20) + 1, 256 << 20])
    func refusesWhatItCannotHold(bytes: Int) {
        var arena = Arena()
        let refused = arena.allocate(bytes)
        let small = arena.allocate(16)
        let refusedAgain = arena.allocate(bytes)
        #expect(refused == nil && small != nil && refusedAgain == nil)
    }

    @Test(arguments: [0, 15, 64, 100, 1000, 100_000]) func neverTakesMoreThanItsLimit(limit: Int) {
        var arena = Arena(limits: limits(limit))
        var taken = 0
        while taken <= limit, arena.allocate(16) != nil { taken += 16 }
        #expect(taken <= limit)
        #expect(limit < 1000 || taken >= limit / 2)
    }

    @Test func givesTheSameMemoryAfterAReset() {
        var arena = Arena(limits: limits(100_000))
        let first = arena.allocate(100)
        for _ in 0..<1000 {
            let large = arena.allocate(60_000)
            arena.reset()
            let again = arena.allocate(100)
            #expect(first != nil && large != nil && again == first)
            arena.reset()
        }
    }

    @Test func copiesAValueWithAllThatItHolds() throws {
        let text = #"{"a":[1,"two",{"three":[[],{}]}],"b":"x\u0000y","c":""}"#
        var arena = Arena()
        var copy: qc_value?
        do {
            var parser = JSONParser()
            let value = try Array(text.utf8).withUnsafeBytes { try parser.parse($0) }
            copy = arena.copy(value)
        }
        let value = try #require(copy)
        #expect(try JSONText.text(of: value) == Array(text.utf8))
        #expect(value.as.members[1].value.as.string[3] == 0)
    }

    @Test func refusesToCopyWhatIsTooDeepOrTooLarge() throws {
        var parser = JSONParser()
        let text =
            String(repeating: "[", count: 100) + "\"\(String(repeating: "a", count: 50_000))\""
            + String(repeating: "]", count: 100)
        let value = try Array(text.utf8).withUnsafeBytes { try parser.parse($0) }
        var arena = Arena()
        let tooDeep = arena.copy(value, depth: 99)
        let fits = arena.copy(value, depth: 100)
        var small = Arena(limits: limits(40_000))
        let tooLarge = small.copy(value)
        #expect(tooDeep == nil && fits != nil && tooLarge == nil)
        let cycle = UnsafeMutablePointer<qc_value>.allocate(capacity: 1)
        defer { cycle.deallocate() }
        var itself = qc_value()
        itself.kind = qc_kind(QC_ARRAY)
        itself.length = 1
        itself.as.elements = UnsafePointer(cycle)
        cycle.initialize(to: itself)
        let endless = arena.copy(itself)
        #expect(endless == nil)
    }
}
