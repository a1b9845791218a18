/// Random numbers that are the same in every run (SplitMix64), and what a fuzz does with them.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// `bytes` with one to four changes: a byte or word overwritten, bytes removed, doubled or inserted, the end cut
    /// off.
    mutating func mutate(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0...Int.random(in: 0..<4, using: &self) where !bytes.isEmpty {
            let position = Int.random(in: 0..<bytes.count, using: &self)
            let end = min(bytes.count, position + Int.random(in: 1...8, using: &self))
            switch Int.random(in: 0..<6, using: &self) {
            case 0: bytes[position] = UInt8.random(in: .min ... .max, using: &self)
            case 1: bytes.removeSubrange(position..<end)
            case 2: bytes.insert(contentsOf: bytes[position..<end], at: position)
            case 3:
                bytes.insert(
                    UInt8(ascii: "{}[]\",:0\\-".unicodeScalars.randomElement(using: &self) ?? "{"), at: position)
            case 4: for index in position..<end { bytes[index] = Bool.random(using: &self) ? 0xFF : 0x00 }
            default: bytes.removeSubrange(position...)
            }
        }
        return bytes
    }
}
