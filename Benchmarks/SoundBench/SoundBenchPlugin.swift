import QuickConnectPlugin
import Synchronization

/// Adds up what it is told to play, which is all that it does.
final class SoundBenchPlugin: Plugin {
    static let id = "bench.sound"
    static let version = "1.0.0"

    let sum = Atomic<Int>(0)

    init(host: PluginHost) {}

    /// Adds without a locked instruction, as the floor does: the benchmark calls from one thread at a time.
    @inline(__always)
    func add(_ number: Int) { sum.store(sum.load(ordering: .relaxed) &+ number, ordering: .relaxed) }
}
