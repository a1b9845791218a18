internal import QuickConnectPlugin

/// Events on their way from plugins to the app: in order, and held, bounded, until somebody listens.
// All state stands under `lock`.
final class EventHub: @unchecked Sendable {
    /// How many events wait for a listener, or for a listener's loop.
    private static let most = 1024

    private let lock = Lock()
    private var held: [Event] = []
    private var listener: (@Sendable (Event) -> Void)?
    private var executor: (any CallerExecutor)?
    private var isPosted = false

    /// Sets who gets the events, those that are held first; nil for nobody.
    func listen(on executor: (any CallerExecutor)?, _ listener: (@Sendable (Event) -> Void)?) {
        lock.locked {
            self.listener = listener
            self.executor = executor
            isPosted = false
        }
        deliverSoon()
    }

    /// Takes an event. False if the hold was full and the oldest was dropped for it.
    func emit(_ event: Event) -> Bool {
        let hadRoom = lock.locked { () -> Bool in
            let hasRoom = held.count < EventHub.most
            if !hasRoom { held.removeFirst() }
            held.append(event)
            return hasRoom
        }
        deliverSoon()
        return hadRoom
    }

    private func deliverSoon() {
        let (executor, posts) = lock.locked { () -> ((any CallerExecutor)?, Bool) in
            guard listener != nil, !held.isEmpty, !isPosted else { return (nil, false) }
            isPosted = true
            return (self.executor, true)
        }
        guard posts else { return }
        if let executor { executor.post { self.deliver() } } else { deliver() }
    }

    /// Hands over what is held. One thread at a time, so that the order stays.
    private func deliver() {
        while let (event, listener) = next() { listener(event) }
    }

    private func next() -> (Event, @Sendable (Event) -> Void)? {
        lock.locked {
            guard let listener, !held.isEmpty else {
                isPosted = false
                return nil
            }
            return (held.removeFirst(), listener)
        }
    }
}
