internal import Glibc

/// A mutual exclusion with a fixed address, which the thread sanitizer understands.
///
/// - SeeAlso: `pthread_mutex_lock(3)`
struct Lock: ~Copyable, @unchecked Sendable {
    // The mutex is made for use from any thread, and lives as long as this.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    init() {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` alone.
    func locked<T, E: Error>(_ body: () throws(E) -> T) throws(E) -> T {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }
}
