/// The plugin of classes that share no state, such as those that are linked into the host program.
public final class NoPlugin: Plugin {
    /// `"program"`.
    public static let id = "program"

    /// `"1.0.0"`.
    public static let version = "1.0.0"

    /// Keeps nothing.
    public init(host: PluginHost) {}
}
