/// Spans of time for people.
enum Nanoseconds {
    /// As in `85 us` or `1.2 ms`; a dash for none at all.
    static func phrase(_ span: UInt64) -> String {
        switch span {
        case 0: "-"
        case ..<1_000: "\(span) ns"
        case ..<1_000_000: "\(span / 1_000) us"
        case ..<10_000_000_000: "\(span / 1_000_000).\(span / 100_000 % 10) ms"
        default: "\(span / 1_000_000_000) s"
        }
    }
}
