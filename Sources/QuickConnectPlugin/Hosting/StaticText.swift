internal import Glibc

/// C strings that live as long as the process.
enum StaticText {
    // Never written after they are made.
    nonisolated(unsafe) static let unavailable = keep("UNAVAILABLE")
    nonisolated(unsafe) static let otherABI = keep(
        "the plugin was built for another version of the plugin ABI; build it again with this host's SDK")
    nonisolated(unsafe) static let swift63 = keep("6.3")
    nonisolated(unsafe) static let swift64 = keep("6.4")

    /// A copy of `text` that is never freed: for descriptors, which are made once.
    static func keep(_ text: String) -> UnsafePointer<CChar>? { strdup(text).map { UnsafePointer($0) } }
}
