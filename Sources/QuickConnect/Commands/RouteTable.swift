/// All routes of a controller at one moment, by command: a hash table that is never changed once it is published.
///
/// Requests read it without a lock. Open addressing with linear probing, at most half full.
// What it owns is not changed after `init`.
final class RouteTable: @unchecked Sendable {
    private struct Slot {
        var hash: UInt64
        var route: UnsafePointer<CommandRoute>?
    }

    private let slots: UnsafeMutablePointer<Slot>
    private let mask: UInt64
    private let owners: [RouteMemory]
    /// What answers commands that are not in the table.
    let unmapped: UnsafePointer<CommandRoute>
    private let unmappedOwner: RouteMemory
    /// What to do once no request uses the table any more.
    let lastWords: RetiredActions

    init(_ routes: [RouteMemory], unmapped: RouteMemory) {
        owners = routes
        unmappedOwner = unmapped
        self.unmapped = UnsafePointer(unmapped.route)
        lastWords = RetiredActions()
        var capacity: UInt64 = 8
        while capacity < UInt64(routes.count) * 2 { capacity *= 2 }
        mask = capacity - 1
        slots = .allocate(capacity: Int(capacity))
        slots.initialize(repeating: Slot(hash: 0, route: nil), count: Int(capacity))
        for owner in routes { insert(UnsafePointer(owner.route)) }
    }

    deinit { slots.deallocate() }

    private func insert(_ route: UnsafePointer<CommandRoute>) {
        let hash = RouteTable.hash(route.pointee.name, route.pointee.nameLength)
        var index = hash & mask
        while slots[Int(index)].route != nil { index = (index + 1) & mask }
        slots[Int(index)] = Slot(hash: hash, route: route)
    }

    /// The route of a command, or ``unmapped``. Expected O(length).
    @inline(__always)
    func route(_ name: UnsafePointer<UInt8>, _ length: Int) -> UnsafePointer<CommandRoute> {
        let hash = RouteTable.hash(name, length)
        var index = hash & mask
        while let route = slots[Int(index)].route {
            if slots[Int(index)].hash == hash, route.pointee.nameLength == length,
                RouteTable.isEqual(route.pointee.name, name, length)
            {
                return route
            }
            index = (index + 1) & mask
        }
        return unmapped
    }

    @inline(__always)
    private static func isEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ length: Int) -> Bool {
        var index = 0
        while index + 8 <= length {
            if word(left + index) != word(right + index) { return false }
            index += 8
        }
        while index < length {
            if left[index] != right[index] { return false }
            index += 1
        }
        return true
    }

    /// Multiply and fold, eight bytes at a time. What callers send never enters the table, so that nobody can fill it with
    /// names of one hash.
    @inline(__always)
    private static func hash(_ name: UnsafePointer<UInt8>, _ length: Int) -> UInt64 {
        var hash = UInt64(truncatingIfNeeded: length) &* 0x9E37_79B9_7F4A_7C15
        var index = 0
        while index + 8 <= length {
            hash = fold(hash ^ word(name + index))
            index += 8
        }
        var tail: UInt64 = 0
        while index < length {
            tail = tail << 8 | UInt64(name[index])
            index += 1
        }
        return fold(hash ^ tail)
    }

    @inline(__always)
    private static func fold(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return product.high ^ product.low
    }

    @inline(__always)
    private static func word(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
        UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self)
    }
}
