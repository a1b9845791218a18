/// A setting that a plugin reads.
public struct ConfigurationKey: Sendable, Hashable {
    /// What values a setting takes.
    public enum Kind: String, Sendable, CaseIterable {
        /// Text.
        case string
        /// True or false.
        case boolean
        /// A whole number that 64 bits hold.
        case integer
        /// Any number.
        case number
        /// A list.
        case array
        /// Named values.
        case object
    }

    /// The name.
    public let key: String
    /// What values it takes.
    public let kind: Kind
    /// The default as JSON text, cut from the manifest; checked against ``kind``. `null` if the manifest has none.
    public let defaultJSON: String
    /// What it is good for, in words for the user; empty if the manifest says nothing.
    public let description: String
}
