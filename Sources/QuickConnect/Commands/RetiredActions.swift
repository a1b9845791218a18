internal import QuickConnectPlugin

/// What waits for a table's last request to end, such as the deactivation of a plugin that was disabled.
// All state stands under `lock`.
final class RetiredActions: @unchecked Sendable {
    private let lock = Lock()
    private var actions: [@Sendable () -> Void] = []

    func append(_ action: @escaping @Sendable () -> Void) { lock.locked { actions.append(action) } }

    func take() -> [@Sendable () -> Void] {
        lock.locked {
            defer { actions = [] }
            return actions
        }
    }
}
