/// All routes of a controller at one moment, by command: a hash table that is never changed once it is published.
///
/// Requests read it without a lock. Open addressing with linear probing, at most half full.
// What it owns is not changed after `init`.
final class RouteTable: @unchecked Sendable {
    /// What requests read, in raw memory: reaching it costs no reference count.
    struct Face {
        fileprivate struct Slot {
            var hash: UInt64
            var route: UnsafePointer<CommandRoute>?
        }

        fileprivate let slots: UnsafeMutablePointer<Slot>
        fileprivate let mask: UInt64
        /// What answers commands that are not in the table.
        let unmapped: UnsafePointer<CommandRoute>
    }

    /// What requests read; it lives as long as the table.
    let face: UnsafeMutablePointer<Face>
    private let owners: [RouteMemory]
    private let unmappedOwner: RouteMemory
    /// What to do once no request uses the table any more.
    let lastWords: RetiredActions

    init(_ routes: [RouteMemory], unmapped: RouteMemory) {
        owners = routes
        unmappedOwner = unmapped
        lastWords = RetiredActions()
        var capacity: UInt64 = 8
        while capacity < UInt64(routes.count) * 2 { capacity *= 2 }
        let slots = UnsafeMutablePointer<Face.Slot>.allocate(capacity: Int(capacity))
        slots.initialize(repeating: Face.Slot(hash: 0, route: nil), count: Int(capacity))
        face = .allocate(capacity: 1)
        face.initialize(to: Face(slots: slots, mask: capacity - 1, unmapped: UnsafePointer(unmapped.route)))
        for owner in routes { face.pointee.insert(UnsafePointer(owner.route)) }
    }

    deinit {
        face.pointee.slots.deallocate()
        face.deallocate()
    }
}

extension RouteTable.Face {
    fileprivate func insert(_ route: UnsafePointer<CommandRoute>) {
        let hash = Self.hash(route.pointee.name, route.pointee.nameLength)
        var index = hash & mask
        while slots[Int(index)].route != nil { index = (index + 1) & mask }
        slots[Int(index)] = Slot(hash: hash, route: route)
    }

    /// The route of a command, or ``unmapped``. Expected O(length).
    @inline(__always)
    func route(_ name: UnsafePointer<UInt8>, _ length: Int) -> UnsafePointer<CommandRoute> {
        let hash = Self.hash(name, length)
        var index = hash & mask
        while let route = slots[Int(index)].route {
            if slots[Int(index)].hash == hash, route.pointee.nameLength == length,
                Self.isEqual(route.pointee.name, name, length)
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
        return tail(left + index, length - index) == tail(right + index, length - index)
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
        return fold(hash ^ tail(name + index, length - index))
    }

    /// All of at most seven bytes in one word, by reads that overlap and never leave them.
    @inline(__always)
    private static func tail(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> UInt64 {
        if length >= 4 {
            let raw = UnsafeRawPointer(bytes)
            let low = raw.loadUnaligned(as: UInt32.self)
            let high = raw.loadUnaligned(fromByteOffset: length - 4, as: UInt32.self)
            return UInt64(high) << 32 | UInt64(low)
        }
        guard length > 0 else { return 0 }
        return UInt64(bytes[0]) | UInt64(bytes[length >> 1]) << 8 | UInt64(bytes[length - 1]) << 16
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
