internal import Glibc

/// Memory for the values of one request, handed out piece by piece and taken back all at once.
///
/// It is a bump allocator over chunks that lie in a list, newest first. One request owns it at a time.
package struct Arena: ~Copyable {
    /// The bytes of a chunk, which are also those of the one chunk that ``reset()`` keeps. Larger pieces get chunks of their own.
    private static let chunkBytes = 16 << 10

    /// What stands at the start of every chunk. Its size is a multiple of the alignment.
    private struct Chunk {
        let previous: UnsafeMutableRawPointer?
        let bytes: Int
    }

    private static let alignment = 16

    private let limit: Int
    private var newest: UnsafeMutableRawPointer?
    private var next: UnsafeMutableRawPointer?
    private var left = 0

    /// The bytes of all chunks.
    private var taken = 0

    /// An arena that holds no memory yet.
    ///
    /// - Parameter limits: Of these, ``Limits/arenaBytes`` counts here, chunk headers included.
    package init(limits: Limits = Limits()) {
        limit = limits.arenaBytes
    }

    deinit {
        free(chunksAfter: nil)
    }

    /// Memory aligned to 16 bytes, not zeroed. It lives until ``reset()``.
    ///
    /// - Parameter bytes: How much; 0 is allowed.
    /// - Returns: Nil if the limit would be passed, there is no memory, or `bytes` is negative.
    @inline(__always)
    package mutating func allocate(_ bytes: Int) -> UnsafeMutableRawPointer? {
        // Compared before rounding up, which could overflow: what is left is a multiple of the alignment.
        guard let next, UInt(bitPattern: bytes) <= UInt(bitPattern: left) else { return allocateInNewChunk(bytes) }
        let size = (bytes + Arena.alignment - 1) & ~(Arena.alignment - 1)
        self.next = next + size
        left -= size
        return next
    }

    /// Takes all memory back. At most one chunk of 16 KiB stays for the next request.
    package mutating func reset() {
        guard var oldest = newest else { return }
        while let previous = header(oldest).previous { oldest = previous }
        let kept = header(oldest).bytes <= Arena.chunkBytes ? oldest : nil
        free(chunksAfter: kept)
        newest = kept
        taken = kept == nil ? 0 : header(oldest).bytes
        next = kept.map { $0 + MemoryLayout<Chunk>.size }
        left = kept == nil ? 0 : taken - MemoryLayout<Chunk>.size
    }

    private func header(_ chunk: UnsafeMutableRawPointer) -> Chunk { chunk.load(as: Chunk.self) }

    private func free(chunksAfter kept: UnsafeMutableRawPointer?) {
        var chunk = newest
        while let this = chunk, this != kept {
            chunk = header(this).previous
            Glibc.free(this)
        }
    }

    @inline(never)
    private mutating func allocateInNewChunk(_ bytes: Int) -> UnsafeMutableRawPointer? {
        let most = limit - taken - MemoryLayout<Chunk>.size - Arena.alignment
        guard bytes >= 0, bytes <= most else { return nil }
        let size = (bytes + Arena.alignment - 1) & ~(Arena.alignment - 1)
        let wanted = MemoryLayout<Chunk>.size + size
        let total = max(wanted, min(Arena.chunkBytes, (limit - taken) & ~(Arena.alignment - 1)))
        guard let chunk = malloc(total) else { return nil }
        chunk.initializeMemory(as: Chunk.self, to: Chunk(previous: newest, bytes: total))
        newest = chunk
        taken += total
        // The rest of the former chunk is given up, unless it is the larger one.
        if total - wanted >= left {
            next = chunk + wanted
            left = total - wanted
        }
        return chunk + MemoryLayout<Chunk>.size
    }
}
