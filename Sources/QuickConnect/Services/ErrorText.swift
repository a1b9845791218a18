internal import QuickConnectPlugin

/// Texts of refusals that must outlive the call which reports them: kept, as they are few.
// All state stands under `lock`.
enum ErrorText {
    private static let lock = Lock()
    // Read and written under `lock` alone.
    nonisolated(unsafe) private static var texts: [String: UnsafePointer<CChar>] = [:]

    static func code(_ code: ErrorCode) -> UnsafePointer<CChar> { message(code.rawValue) }

    static func message(_ text: String) -> UnsafePointer<CChar> {
        lock.locked {
            if let kept = texts[text] { return kept }
            let kept = Text.keep(text)
            texts[text] = kept
            return kept
        }
    }
}
