internal import QuickConnectPlugin

/// State of a type that the other twin has, too, under the same name.
final class TwinPlugin: Plugin {
    static let id = "test.twin-b"
    static let version = "1.0.0"

    /// Which of the twins this is.
    let name = "second"
    let host: PluginHost

    init(host: PluginHost) { self.host = host }
}

/// An error of a type that the other twin has, too.
struct TwinError: Error {
    let name = "second"
}
