internal import Glibc

/// The executor of a caller that waits for its reply: what must run on the caller's thread runs while it waits.
// All state stands under `mutex`.
final class WaitingCaller: CallerExecutor, @unchecked Sendable {
    private let thread = pthread_self()
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>
    private var work: [@Sendable () -> Void] = []
    private var isDone = false

    init() {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
        changed = .allocate(capacity: 1)
        changed.initialize(to: pthread_cond_t())
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        changed.deallocate()
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    var isCurrent: Bool { pthread_equal(thread, pthread_self()) != 0 }

    func post(_ work: @escaping @Sendable () -> Void) {
        pthread_mutex_lock(mutex)
        self.work.append(work)
        pthread_cond_signal(changed)
        pthread_mutex_unlock(mutex)
    }

    /// Ends the wait, from work that runs on this.
    func finish() { isDone = true }

    /// Runs what is posted until ``finish()``.
    ///
    /// - Returns: What was posted and did not run.
    func wait() -> [@Sendable () -> Void] {
        while !isDone {
            pthread_mutex_lock(mutex)
            while work.isEmpty { pthread_cond_wait(changed, mutex) }
            let next = work.removeFirst()
            pthread_mutex_unlock(mutex)
            next()
        }
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        defer { work = [] }
        return work
    }
}
