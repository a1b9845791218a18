/// Events that came before anybody listened, oldest first. Bounded: the oldest go when there is no room.
struct EventHold {
    /// One event: its name, and its value as JSON with the NUL that ends it.
    struct Event {
        let name: String
        let json: [CChar]
    }

    /// How many events are held, of all names together.
    static let capacity = 256

    private var events: [Event] = []

    /// Holds an event until ``take(_:)``.
    mutating func hold(_ event: Event) {
        if events.count == Self.capacity { events.removeFirst() }
        events.append(event)
    }

    /// Removes and returns the events called `name`.
    mutating func take(_ name: String) -> [Event] {
        let taken = events.filter { $0.name == name }
        if !taken.isEmpty { events.removeAll { $0.name == name } }
        return taken
    }
}
