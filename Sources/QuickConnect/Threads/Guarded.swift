internal import QuickConnectPlugin

/// State that threads share behind one lock.
package struct Guarded<State>: ~Copyable, @unchecked Sendable {
    // Unchecked: `state` is touched only under the lock.
    private let lock = Lock()
    private let state: UnsafeMutablePointer<State>

    package init(_ initial: State) {
        state = .allocate(capacity: 1)
        state.initialize(to: initial)
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// Runs `body` alone. Not re-entrant: `body` must not come back to the same lock.
    package func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try lock.locked { () throws(Failure) in try body(&state.pointee) }
    }
}
