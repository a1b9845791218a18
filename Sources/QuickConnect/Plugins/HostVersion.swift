/// The version of this library.
public enum HostVersion {
    /// As in "0.1.0".
    public static let text = "0.1.0"
}
