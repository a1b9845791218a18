internal import QuickConnectPlugin
internal import Synchronization

/// The pools of controllers that live, by number: a thread that ends may hold records of one that does not.
enum LivePools {
    private struct Weak { unowned(unsafe) let pool: RecordPool }

    private static let lock = Lock()
    // Read and written under `lock` alone; a pool removes itself before it is gone.
    nonisolated(unsafe) private static var pools: [UInt64: Weak] = [:]
    private static let lastNumber = Atomic<UInt64>(0)

    /// A number that no other controller of this process has or had.
    static func newNumber() -> UInt64 { lastNumber.add(1, ordering: .relaxed).newValue }

    static func add(_ pool: RecordPool, _ number: UInt64) { lock.locked { pools[number] = Weak(pool: pool) } }

    static func remove(_ number: UInt64) { lock.locked { pools[number] = nil } }

    /// Runs `body` with the pool of a controller, if that lives; it cannot go meanwhile.
    static func with(_ number: UInt64, _ body: (RecordPool) -> Void) {
        lock.locked { if let weak = pools[number] { body(weak.pool) } }
    }
}
