internal import QuickConnectPlugin

/// The requests of a controller that have paused, by number.
// All state stands under `lock`.
final class PendingRequests: @unchecked Sendable {
    private let lock = Lock()
    private var all: [UInt64: PendingRequest] = [:]
    private var children: [UInt64: Set<UInt64>] = [:]
    private var timeOuts = 0

    /// How many there are.
    var count: Int { lock.locked { all.count } }

    /// How many were answered by the clock.
    var timedOut: Int { lock.locked { timeOuts } }

    func countTimeOut() { lock.locked { timeOuts += 1 } }

    func add(_ request: PendingRequest) {
        lock.locked {
            all[request.number] = request
            if let parent = request.parent { children[parent, default: []].insert(request.number) }
        }
    }

    func remove(_ request: PendingRequest) {
        lock.locked {
            all[request.number] = nil
            guard let parent = request.parent else { return }
            children[parent]?.remove(request.number)
            if children[parent]?.isEmpty == true { children[parent] = nil }
        }
    }

    /// Cancels a request. False if it is not pending.
    func cancel(_ number: UInt64) -> Bool {
        let request = lock.locked { all[number] }
        return request?.settle(CommandError(.cancelled, "the caller cancelled the request")) ?? false
    }

    func cancelChildren(of number: UInt64) {
        let found = lock.locked { (children[number] ?? []).compactMap { all[$0] } }
        for request in found {
            request.settle(CommandError(.cancelled, "the request on whose behalf this one ran was cancelled"))
        }
    }

    /// Cancels what a page that left still waits for. What it sent without wanting a reply goes on.
    func cancel(page: UInt64) {
        let found = lock.locked { all.values.filter { $0.page == page && $0.isAwaited } }
        for request in found.sorted(by: { $0.number < $1.number }) {
            request.settle(CommandError(.pageGone, "the page that asked has left"))
        }
    }
}
