package import CQuickConnect

/// Lends `value` as a value of the ABI for the length of `body`.
///
/// - Returns: What `body` returned; nil if the value is deeper than 1024, and `body` was not called.
package func withTemporaryValue<T>(_ value: Value, _ body: (UnsafePointer<qc_value>) -> T) -> T? {
    var block: UnsafeMutableRawPointer?
    defer { block?.deallocate() }
    let stored = value.stored { bytes in
        block = .allocate(byteCount: bytes, alignment: 16)
        return block
    }
    guard var stored else { return nil }
    return withUnsafePointer(to: &stored, body)
}
