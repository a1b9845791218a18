/// What a class, or all of a plugin, has cost so far.
public struct ClassCost: Sendable, Hashable {
    /// How often it was called.
    public var calls = 0
    /// How many calls failed.
    public var failures = 0
    /// Nanoseconds spent in its calls, on their threads, without waits: an estimate from measured samples.
    public var nanoseconds = 0

    /// Nothing yet.
    public init() {}

    /// The sum of two costs.
    public static func + (left: ClassCost, right: ClassCost) -> ClassCost {
        var sum = left
        sum.calls += right.calls
        sum.failures += right.failures
        sum.nanoseconds += right.nanoseconds
        return sum
    }
}
