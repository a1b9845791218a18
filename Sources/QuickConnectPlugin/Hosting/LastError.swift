internal import Glibc

/// The texts of the last refusal, which must outlive the call that reports them.
///
/// Codes are few and kept for ever; of messages only the latest is kept, since the ABI promises no more and activations
/// of one plugin do not overlap.
enum LastError {
    // Read and written under `lock` alone.
    nonisolated(unsafe) private static var codes: [String: UnsafePointer<CChar>] = [:]
    nonisolated(unsafe) private static var message: UnsafeMutablePointer<CChar>?
    private static let lock = Lock()

    static func keep(code: String) -> UnsafePointer<CChar>? {
        lock.locked {
            if let kept = codes[code] { return kept }
            let kept = StaticText.keep(code)
            codes[code] = kept
            return kept
        }
    }

    static func keep(message text: String) -> UnsafePointer<CChar>? {
        lock.locked {
            free(message)
            message = strdup(text)
            return message.map { UnsafePointer($0) }
        }
    }
}
