import Glibc

/// How much longer one thing takes than another, measured in turns, so that what disturbs one disturbs the other.
struct PairedTimes {
    /// The ratios of all pairs, in rising order.
    let ratios: [Double]
    /// The median times, in nanoseconds for each round.
    let ours: Double
    let theirs: Double

    /// Measures `pairs` pairs of `rounds` rounds each.
    init(pairs: Int, rounds: Int, ours: (Int) -> Void, theirs: (Int) -> Void) {
        var own: [Double] = []
        var other: [Double] = []
        for pair in -2..<pairs {
            let first = PairedTimes.time(rounds, pair.isMultiple(of: 2) ? ours : theirs)
            let second = PairedTimes.time(rounds, pair.isMultiple(of: 2) ? theirs : ours)
            // The first turns only warm up.
            guard pair >= 0 else { continue }
            own.append(pair.isMultiple(of: 2) ? first : second)
            other.append(pair.isMultiple(of: 2) ? second : first)
        }
        ratios = zip(own, other).map { $0 / $1 }.sorted()
        self.ours = PairedTimes.median(own.sorted())
        self.theirs = PairedTimes.median(other.sorted())
    }

    /// The ratio of the middle pair.
    var median: Double { PairedTimes.median(ratios) }

    /// Where the true median lies with 95 % confidence, by the order of the pairs.
    var interval: ClosedRange<Double> {
        let half = 1.96 * Double(ratios.count).squareRoot() / 2
        let low = max(0, Int(Double(ratios.count) / 2 - half))
        let high = min(ratios.count - 1, Int((Double(ratios.count) / 2 + half).rounded(.up)))
        return ratios[low]...ratios[high]
    }

    private static func time(_ rounds: Int, _ body: (Int) -> Void) -> Double {
        let start = now()
        body(rounds)
        return (now() - start) / Double(rounds)
    }

    /// clock_gettime(2)
    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    static func median(_ sorted: [Double]) -> Double { sorted.isEmpty ? .nan : sorted[sorted.count / 2] }
}
