internal import Glibc

/// A mutual exclusion with a fixed address, which the thread sanitizer understands; it takes `Synchronization.Mutex` for
/// a race.
///
/// - SeeAlso: `pthread_mutex_lock(3)`
package struct Lock: ~Copyable, @unchecked Sendable {
    // The mutex is made for use from any thread, and lives as long as this.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    package init() {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` alone. Not re-entrant: `body` must not come back to the same lock.
    package func locked<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }
}
