internal import CQuickConnect

/// A version of the plugin ABI.
public struct PluginABI: Sendable, Hashable, CustomStringConvertible {
    /// Equal on both sides, or the plugin does not load.
    public let major: UInt16
    /// Not above the host's, or the plugin does not load.
    public let minor: UInt16

    /// A version.
    public init(major: UInt16, minor: UInt16) {
        self.major = major
        self.minor = minor
    }

    /// Reads "1.0"; nil if it is not two numbers joined by a dot.
    public init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, let major = Self.number(parts[0]), let minor = Self.number(parts[1]) else { return nil }
        self.init(major: major, minor: minor)
    }

    /// The host's own.
    public static let host = PluginABI(major: UInt16(QC_ABI_MAJOR), minor: UInt16(QC_ABI_MINOR))

    /// As in "1.0".
    public var description: String { "\(major).\(minor)" }

    /// True if a host of version `self` can load a plugin of version `plugin`.
    public func accepts(_ plugin: PluginABI) -> Bool {
        major == plugin.major && plugin.minor <= minor
    }

    // Only digits: `UInt16("+1")` is a number, too.
    private static func number(_ text: Substring.UTF8View) -> UInt16? {
        guard text.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return UInt16(Substring(text))
    }
}
