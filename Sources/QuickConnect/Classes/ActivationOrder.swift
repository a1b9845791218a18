internal import Glibc
internal import QuickConnectPlugin

/// Which thread waits for the activation of which plugin, so that no two wait for each other.
// All state stands under `lock`.
final class ActivationOrder: @unchecked Sendable {
    private let lock = Lock()
    private var waiting: [pthread_t: ActivePlugin] = [:]

    /// Notes that this thread is about to wait for `plugin`. False if it would wait for itself: it activates that plugin, or
    /// one that the activation of that plugin waits for.
    func beginWait(for plugin: ActivePlugin) -> Bool {
        lock.locked {
            var next = plugin
            while let thread = next.activatingThread {
                if pthread_equal(thread, pthread_self()) != 0 { return false }
                guard let further = waiting[thread] else { break }
                next = further
            }
            waiting[pthread_self()] = plugin
            return true
        }
    }

    /// Notes that this thread waits no more.
    func endWait() { lock.locked { waiting[pthread_self()] = nil } }
}
