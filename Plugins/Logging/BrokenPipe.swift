internal import Glibc

/// Writing to a pipe whose reader is gone, in a program that may not expect the signal.
enum BrokenPipe {
    /// Runs `body` with SIGPIPE held back from this thread, and takes away the one that it caused; the program's own way of
    /// handling the signal stays as it is.
    static func withoutSignal<T>(_ body: () -> T) -> T {
        var (signals, pending, before) = (sigset_t(), sigset_t(), sigset_t())
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        sigpending(&pending)
        // One that waits already is the program's.
        guard sigismember(&pending, SIGPIPE) == 0 else { return body() }
        pthread_sigmask(SIG_BLOCK, &signals, &before)
        let result = body()
        var now = timespec()
        while sigtimedwait(&signals, nil, &now) == -1, errno == EINTR {}
        pthread_sigmask(SIG_SETMASK, &before, nil)
        return result
    }
}
