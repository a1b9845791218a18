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
    /// How often the listener was set: what was begun for one does not go on for the next.
    private var generation = 0

    /// Sets who gets the events, those that are held first; nil for nobody.
    func listen(on executor: (any CallerExecutor)?, _ listener: (@Sendable (Event) -> Void)?) {
        lock.locked {
            self.listener = listener
            self.executor = executor
            isPosted = false
            generation += 1
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
        let (executor, generation) = lock.locked { () -> ((any CallerExecutor)?, Int?) in
            guard listener != nil, !held.isEmpty, !isPosted else { return (nil, nil) }
            isPosted = true
            return (self.executor, self.generation)
        }
        guard let generation else { return }
        if let executor { executor.post { self.deliver(generation) } } else { deliver(generation) }
    }

    /// Hands over what is held. One thread at a time for each listener, so that the order stays.
    private func deliver(_ generation: Int) {
        while let (event, listener) = next(generation) { listener(event) }
    }

    private func next(_ generation: Int) -> (Event, @Sendable (Event) -> Void)? {
        lock.locked {
            guard generation == self.generation else { return nil }
            guard let listener, !held.isEmpty else {
                isPosted = false
                return nil
            }
            return (held.removeFirst(), listener)
        }
    }
}
