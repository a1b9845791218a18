internal import CJavaScriptCore

/// One reference to a string of JavaScriptCore's, which may hold NUL and lone surrogates.
struct JavaScriptString: ~Copyable {
    /// Borrowed from this owner. Nil, as the C interface allows, counts as the empty string.
    let reference: JSStringRef?

    /// Copies `text`. Calls `JSStringCreateWithCharacters`, the only way in for a NUL.
    init(_ text: String) {
        let units = Array(text.utf16)
        reference = JSStringCreateWithCharacters(units, units.count)
    }

    /// Copies bytes that hold no NUL but the one that ends them, in place of `JSStringCreateWithCharacters` four times as
    /// fast for ASCII. Calls `JSStringCreateWithUTF8CString`.
    init(terminated bytes: UnsafePointer<CChar>) {
        reference = JSStringCreateWithUTF8CString(bytes)
    }

    /// Takes over what `value` is as a string. Nil if that throws, as an object's own `toString` may.
    init?(converting value: JSValueRef?, in context: JSContextRef) {
        guard let copy = JSValueToStringCopy(context, value, nil) else { return nil }
        reference = copy
    }

    deinit {
        if let reference { JSStringRelease(reference) }
    }

    /// Lends the text as UTF-8, followed by a NUL that is not counted.
    ///
    /// The text must be well-formed: `JSStringGetUTF8CString`, eight times as fast as decoding UTF-16 in Swift, ends it at a
    /// lone surrogate. The runtime's own files, which alone call native functions, see to that.
    func withUTF8<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let capacity = reference.map { JSStringGetMaximumUTF8CStringSize($0) } ?? 1
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: max(capacity, 1)) { buffer in
            let written = reference.map { JSStringGetUTF8CString($0, buffer.baseAddress, capacity) } ?? 0
            return body(UnsafeRawBufferPointer(start: buffer.baseAddress, count: max(written, 1) - 1))
        }
    }

    /// The text, copied.
    var text: String {
        withUTF8 { String(decoding: $0, as: UTF8.self) }
    }
}
