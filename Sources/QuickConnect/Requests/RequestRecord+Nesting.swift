extension UnsafeMutablePointer<RequestRecord> {
    /// The numbers of the requests on whose behalf this one runs, outermost first.
    var ancestors: [UInt64] {
        Array(UnsafeBufferPointer(start: pointee.ancestorNumbers, count: pointee.depth))
    }

    /// True if this request runs on behalf of the one with `number`.
    func descends(from number: UInt64) -> Bool {
        guard let numbers = pointee.ancestorNumbers else { return false }
        return (0..<pointee.depth).contains { numbers[$0] == number }
    }

    /// Nests the request in `parent`. False if there is no memory.
    func nest(in parent: RecordPointer) -> Bool {
        let depth = parent.pointee.depth + 1
        guard let place = pointee.arena.allocate(depth * MemoryLayout<UInt64>.size) else { return false }
        let numbers = place.assumingMemoryBound(to: UInt64.self)
        if let above = parent.pointee.ancestorNumbers { numbers.update(from: above, count: depth - 1) }
        numbers[depth - 1] = parent.pointee.number
        pointee.ancestorNumbers = UnsafePointer(numbers)
        pointee.depth = depth
        return true
    }
}
