internal import CNettle

/// A running SHA-256, by nettle's `sha256_update` and `sha256_digest`.
struct SHA256: ~Copyable {
    private var context = sha256_ctx()

    init() { nettle_sha256_init(&context) }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        nettle_sha256_update(&context, bytes.count, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
    }

    /// Announces a file of `length` bytes, so that no two sets of files give the same bytes.
    mutating func addHeader(name text: String, length: Int) {
        withUnsafeBytes(of: UInt64(text.utf8.count).littleEndian) { add($0) }
        var text = text
        text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
        withUnsafeBytes(of: UInt64(length).littleEndian) { add($0) }
    }

    /// The digest in 64 lower-case hexadecimal digits. Ends the run.
    mutating func hexDigest() -> String {
        let digest = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(SHA256_DIGEST_SIZE)) { buffer in
            nettle_sha256_digest(&context, buffer.count, buffer.baseAddress)
            return Array(buffer)
        }
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
