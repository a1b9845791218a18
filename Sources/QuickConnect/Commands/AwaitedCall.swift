internal import QuickConnectPlugin

/// A request that a task awaits, from its start to its reply; it may be cancelled from anywhere meanwhile.
// All mutable state stands under `lock`.
final class AwaitedCall: @unchecked Sendable {
    private let controller: FrontController
    private let lock = Lock()
    private var number: UInt64 = 0
    private var isCancelled = false
    private var waiter: CheckedContinuation<Reply, Never>?

    init(_ controller: FrontController) { self.controller = controller }

    func begin(_ waiter: CheckedContinuation<Reply, Never>) { lock.locked { self.waiter = waiter } }

    func started(_ number: UInt64) {
        let cancelsNow = lock.locked {
            self.number = number
            return isCancelled
        }
        if cancelsNow { controller.cancel(number) }
    }

    func settle(_ reply: Reply) {
        let waiter = lock.locked {
            defer { self.waiter = nil }
            return self.waiter
        }
        waiter?.resume(returning: reply)
    }

    func cancel() {
        let number = lock.locked {
            isCancelled = true
            return self.number
        }
        if number != 0 { controller.cancel(number) }
    }
}
