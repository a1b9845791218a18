internal import CJavaScriptCore

/// What a script passed to a function of the host; good for the length of that call.
struct NativeArguments {
    let context: JSContextRef
    private let values: UnsafeBufferPointer<JSValueRef?>

    init(context: JSContextRef, values: UnsafeBufferPointer<JSValueRef?>) {
        self.context = context
        self.values = values
    }

    /// The argument at `index`, undefined if there are fewer.
    func value(at index: Int) -> JSValueRef? {
        index < values.count ? values[index] : JSValueMakeUndefined(context)
    }

    /// The argument as JavaScript's `Number()` makes it; NaN where that throws.
    func number(at index: Int) -> Double {
        JSValueToNumber(context, value(at: index), nil)
    }

    /// The argument as an id: a whole number from 0 to 2^53. Anything else is 0, which is nobody's id.
    func identifier(at index: Int) -> UInt64 {
        UInt64(exactly: number(at: index)) ?? 0
    }

    /// The argument as JavaScript's `Boolean()` makes it.
    func boolean(at index: Int) -> Bool {
        JSValueToBoolean(context, value(at: index))
    }

    /// The argument as an object; nil if it is none.
    func object(at index: Int) -> JSObjectRef? {
        JSValueIsObject(context, value(at: index)) ? JSValueToObject(context, value(at: index), nil) : nil
    }

    /// Lends the argument's text as UTF-8, followed by a NUL that is not counted.
    func withUTF8<Result>(at index: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        guard let string = JavaScriptString(converting: value(at: index), in: context) else {
            return body(UnsafeRawBufferPointer(start: nil, count: 0))
        }
        return string.withUTF8(body)
    }

    /// The argument's text, copied.
    func text(at index: Int) -> String {
        withUTF8(at: index) { String(decoding: $0, as: UTF8.self) }
    }
}
