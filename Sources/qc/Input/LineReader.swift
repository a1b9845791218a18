/// Lines of an input, one at a time, each as soon as it is there.
struct LineReader: ~Copyable {
    /// A line without its newline.
    enum Line: Equatable {
        /// Its bytes.
        case whole([UInt8])
        /// It was longer than the limit; its bytes were read and forgotten.
        case tooLong
    }

    private let input: Input
    private let limit: Int
    private var chunk = [UInt8](repeating: 0, count: 1 << 16)
    private var chunkStart = 0
    private var chunkEnd = 0

    /// - Parameter limit: The most bytes of a line.
    init(_ input: consuming Input, limit: Int) {
        self.input = input
        self.limit = limit
    }

    /// The next line; nil at the end. What follows the last newline is a line unless it is empty.
    mutating func next() throws(Failure) -> Line? {
        var line: [UInt8] = []
        var (isTooLong, hasBytes) = (false, false)
        while true {
            if chunkStart == chunkEnd, try !fill() { return hasBytes ? ended(line, isTooLong) : nil }
            hasBytes = true
            let rest = chunk[chunkStart..<chunkEnd]
            let end = rest.firstIndex(of: UInt8(ascii: "\n"))
            let part = rest[..<(end ?? chunkEnd)]
            isTooLong = isTooLong || line.count + part.count > limit
            if isTooLong { line = [] } else { line += part }
            chunkStart = end.map { $0 + 1 } ?? chunkEnd
            if end != nil { return ended(line, isTooLong) }
        }
    }

    private func ended(_ line: [UInt8], _ isTooLong: Bool) -> Line {
        if isTooLong { return .tooLong }
        return .whole(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }

    private mutating func fill() throws(Failure) -> Bool {
        chunkStart = 0
        chunkEnd = try chunk.withUnsafeMutableBufferPointer { buffer throws(Failure) in
            try input.read(into: UnsafeMutableRawBufferPointer(buffer))
        }
        return chunkEnd > 0
    }
}
