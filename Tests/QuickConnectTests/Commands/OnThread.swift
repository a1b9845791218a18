import Glibc
import QuickConnectTesting

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

/// "main loop" on the thread of a ``FakeLoop``, else "other".
func currentThread() -> String { FakeLoop.isHere ? "main loop" : "other" }
