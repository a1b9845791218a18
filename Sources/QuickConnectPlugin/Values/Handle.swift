public import CQuickConnect

/// A counted reference to an object that stays its owner's, such as a window or a picture.
public final class Handle: Sendable {
    // Immutable, and counted by the C object itself, whose retain and release may be called on any thread.
    nonisolated(unsafe) private let raw: UnsafePointer<qc_handle>

    /// Retains `raw` until this is gone.
    public init(retaining raw: UnsafePointer<qc_handle>) {
        self.raw = raw
        // A handle comes from C, where anything may have been left out.
        raw.pointee.retain?(raw)
    }

    deinit { raw.pointee.release?(raw) }

    /// The C handle; it lives as long as this does.
    public var pointer: UnsafePointer<qc_handle> { raw }

    /// What the object is, by name and revision, as in `"qc.window/1"`; empty if its owner does not say.
    public var type: String { raw.pointee.type.map { String(cString: $0) } ?? "" }
}

extension Handle: Hashable {
    /// True if both refer to the same C handle.
    public static func == (left: Handle, right: Handle) -> Bool { left.raw == right.raw }

    /// Feeds the reference.
    public func hash(into hasher: inout Hasher) { hasher.combine(raw) }
}
