import Glibc
import QuickConnect

/// A loop on a thread of its own, as a program's main loop would be.
final class FakeLoop: CallerExecutor {
    private struct State {
        var work: [@Sendable () -> Void] = []
        var thread: pthread_t?
        var hasEnded = false
    }

    private let state = Locked(State())

    init() {
        let box = Unmanaged.passRetained(self)
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<FakeLoop>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, box.toOpaque())
        pthread_detach(thread)
        while state.withLock({ $0.thread == nil }) { usleep(100) }
    }

    var isCurrent: Bool { state.withLock { $0.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false } }

    func post(_ work: @escaping @Sendable () -> Void) { state.withLock { $0.work.append(work) } }

    func end() { state.withLock { $0.hasEnded = true } }

    private func run() {
        state.withLock { $0.thread = pthread_self() }
        threadName = "main loop"
        while true {
            let (next, hasEnded) = state.withLock { state in
                (state.work.isEmpty ? nil : state.work.removeFirst(), state.hasEnded)
            }
            if let next { next() } else if hasEnded { return } else { usleep(200) }
        }
    }

    /// Runs `work` on the loop and awaits its end.
    func run<T: Sendable>(_ work: @escaping @Sendable () -> T) async -> T {
        await withCheckedContinuation { done in post { done.resume(returning: work()) } }
    }
}

/// Runs `body` on a thread of its own: what blocks must not block the threads of tasks.
func onThread<T: Sendable>(_ body: @escaping @Sendable () -> T) async -> T {
    await withCheckedContinuation { done in
        let work = ThreadWork { done.resume(returning: body()) }
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<ThreadWork>.fromOpaque(context).takeRetainedValue().body() }
                return nil
            }, Unmanaged.passRetained(work).toOpaque())
        pthread_detach(thread)
    }
}

private final class ThreadWork: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// The name that a test gave the thread it runs on.
private let nameKey: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
}()

private var threadName: String {
    get { pthread_getspecific(nameKey) == nil ? "" : "main loop" }
    set { pthread_setspecific(nameKey, newValue.isEmpty ? nil : UnsafeMutableRawPointer(bitPattern: 1)) }
}

/// "main loop" on the thread of a ``FakeLoop``, else "other".
func currentThread() -> String { threadName.isEmpty ? "other" : "main loop" }
