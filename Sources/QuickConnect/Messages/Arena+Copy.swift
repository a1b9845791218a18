package import CQuickConnect

extension Arena {
    /// Copies a value with all that it points to, handles apart, which stay borrowed.
    ///
    /// - Parameters:
    ///   - value: May be of any depth, even cyclic.
    ///   - depth: How many arrays and objects may stand inside one another.
    /// - Returns: Nil if the copy is deeper than that or does not fit into the arena.
    package mutating func copy(_ value: qc_value, depth: Int = Limits().jsonDepth) -> qc_value? {
        var root = value
        let done = withUnsafeMutablePointer(to: &root) { copyTree(at: $0, depth: depth) }
        return done ? root : nil
    }

    /// One block of copied values whose own contents are still to be copied. The blocks form a list in the arena.
    private struct Block {
        var next: UnsafeMutablePointer<qc_value>
        let end: UnsafeMutablePointer<qc_value>
        let outer: UnsafeMutablePointer<Block>?
    }

    private mutating func copyTree(at root: UnsafeMutablePointer<qc_value>, depth: Int) -> Bool {
        var level = 0
        var outer: UnsafeMutablePointer<Block>?
        var block = Block(next: root, end: root + 1, outer: nil)
        while true {
            guard block.next < block.end else {
                guard let resumed = outer else { return true }
                block = resumed.pointee
                outer = block.outer
                level -= 1
                continue
            }
            let place = block.next
            block.next += 1
            guard isContainer(place.pointee) else {
                guard copyContent(at: place) else { return false }
                continue
            }
            guard level < depth, let saved = save(block, outer: outer), let opened = open(at: place) else {
                return false
            }
            outer = saved
            block = opened
            level += 1
        }
    }

    private func isContainer(_ value: qc_value) -> Bool {
        value.length > 0 && (value.kind == QC_ARRAY || value.kind == QC_OBJECT) && value.as.elements != nil
    }

    private mutating func save(_ block: Block, outer: UnsafeMutablePointer<Block>?) -> UnsafeMutablePointer<Block>? {
        guard let room = allocate(MemoryLayout<Block>.size) else { return nil }
        let saved = Block(next: block.next, end: block.end, outer: outer)
        return room.initializeMemory(as: Block.self, to: saved)
    }

    /// Copies the values that an array or object holds, but not yet what they hold in turn.
    private mutating func open(at place: UnsafeMutablePointer<qc_value>) -> Block? {
        let count = Int(place.pointee.length) * (place.pointee.kind == QC_OBJECT ? 2 : 1)
        let size = count * MemoryLayout<qc_value>.stride
        guard let source = UnsafeRawPointer(place.pointee.as.elements), let room = allocate(size) else { return nil }
        room.copyMemory(from: source, byteCount: size)
        let values = room.bindMemory(to: qc_value.self, capacity: count)
        place.pointee.as.elements = UnsafePointer(values)
        return Block(next: values, end: values + count, outer: nil)
    }

    /// Copies the bytes of a string or of bytes, and a NUL after them.
    private mutating func copyContent(at place: UnsafeMutablePointer<qc_value>) -> Bool {
        guard place.pointee.kind == QC_STRING || place.pointee.kind == QC_BYTES else { return true }
        guard let source = UnsafeRawPointer(place.pointee.as.bytes) else { return true }
        let count = Int(place.pointee.length)
        guard let room = allocate(count + 1) else { return false }
        room.copyMemory(from: source, byteCount: count)
        room.storeBytes(of: 0, toByteOffset: count, as: UInt8.self)
        place.pointee.as.bytes = UnsafePointer(room.bindMemory(to: UInt8.self, capacity: count + 1))
        return true
    }
}
