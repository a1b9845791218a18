internal import Glibc

/// The inbox of the thread that runs a script: other threads post work, that thread sleeps until there is some.
// Unchecked: `pending` and `isAwake` are touched only under the mutex; the rest never changes.
package final class ScriptLoop: @unchecked Sendable {
    private let thread = pthread_self()
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var pending: [@Sendable () -> Void] = []
    private var isAwake = false
    private let readEnd: Int32

    /// The descriptor that wakes the loop when a byte is written to it: safe in a signal handler. It never blocks. -1 if
    /// the process has no descriptors left; the loop then looks for work every 10 ms.
    package let wakeDescriptor: Int32

    /// Makes the inbox of the calling thread. Calls `socketpair`, since Swift does not
    /// import `pipe2` or `eventfd`.
    package init() {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        socketpair(AF_UNIX, type, 0, &ends)
        (readEnd, wakeDescriptor) = (ends[0], ends[1])
    }

    deinit {
        close(readEnd)
        close(wakeDescriptor)
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Whether the calling thread is the loop's own.
    package var isCurrent: Bool {
        pthread_equal(thread, pthread_self()) != 0
    }

    /// Whether no posted work waits.
    package var isEmpty: Bool {
        locked { pending.isEmpty }
    }

    /// Has `work` run on the loop's thread, after all that was posted before. Any thread.
    package func post(_ work: @escaping @Sendable () -> Void) {
        let mustWake = locked {
            pending.append(work)
            defer { isAwake = true }
            return !isAwake
        }
        if mustWake { wake() }
    }

    /// Makes the next ``wait(until:)`` return. Any thread.
    package func wake() {
        var byte: UInt8 = 1
        // A full buffer wakes as well as one more byte would.
        _ = write(wakeDescriptor, &byte, 1)
    }

    /// Runs what was posted until now, but nothing that this posts in turn. Only on the loop's thread.
    func runPosted() {
        let work = locked {
            isAwake = false
            defer { pending = [] }
            return pending
        }
        for task in work { task() }
    }

    /// Sleeps until work is posted or ``wake()`` is called, but not past `deadline` (of ``now``, in nanoseconds).
    func wait(until deadline: UInt64?) {
        var descriptor = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
        poll(&descriptor, 1, milliseconds(until: deadline))
        var bytes = (UInt64(0), UInt64(0))
        while read(readEnd, &bytes, MemoryLayout.size(ofValue: bytes)) > 0 {}
    }

    /// How long `poll` may sleep, rounded up so that it never wakes just too early; -1 for ever.
    private func milliseconds(until deadline: UInt64?) -> Int32 {
        let longest: UInt64 = readEnd < 0 ? 10 : UInt64(Int32.max)
        guard let deadline else { return readEnd < 0 ? 10 : -1 }
        let now = Self.now
        guard deadline > now else { return 0 }
        return Int32(min((deadline - now + 999_999) / 1_000_000, longest))
    }

    /// The monotonic clock, in nanoseconds.
    static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }
}
