internal import Glibc

/// The executor of a caller that waits for its reply: what must run on the caller's thread runs while it waits.
///
/// A request may outlive the wait, as after `TIMED_OUT`. Once its caller has left, any thread is as good as another.
// All state stands under `mutex`, but for `isDone`, which only the waiting thread touches.
final class WaitingCaller: CallerExecutor, @unchecked Sendable {
    private let thread = pthread_self()
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>
    private var work: [@Sendable () -> Void] = []
    private var isDone = false
    /// What runs the work that is posted once the caller has left; nil until then.
    private var successor: ((@escaping @Sendable () -> Void) -> Void)?

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

    var isCurrent: Bool {
        if pthread_equal(thread, pthread_self()) != 0 { return true }
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return successor != nil
    }

    func post(_ work: @escaping @Sendable () -> Void) {
        pthread_mutex_lock(mutex)
        let successor = successor
        if successor == nil {
            self.work.append(work)
            pthread_cond_signal(changed)
        }
        pthread_mutex_unlock(mutex)
        successor?(work)
    }

    /// Ends the wait, from work that runs on this.
    func finish() { isDone = true }

    /// Runs what is posted until ``finish()``.
    func wait() {
        while !isDone { next()() }
    }

    /// Hands what was posted and did not run to `successor`, and all that will be posted.
    func leave(to successor: @escaping (@escaping @Sendable () -> Void) -> Void) {
        pthread_mutex_lock(mutex)
        let left = work
        work = []
        self.successor = successor
        pthread_mutex_unlock(mutex)
        for work in left { successor(work) }
    }

    private func next() -> @Sendable () -> Void {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while work.isEmpty { pthread_cond_wait(changed, mutex) }
        return work.removeFirst()
    }
}
