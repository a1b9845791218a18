/// Something in a manifest that has no effect.
public struct ManifestWarning: Sendable, Hashable {
    /// What has no effect.
    public let message: String
    /// The line in the manifest, from 1.
    public let line: Int
}
