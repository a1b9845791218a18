internal import CJavaScriptCore

/// A function of the host that scripts can call.
///
/// The context that made the JavaScript side keeps this object until it ends; the JavaScript side holds a plain pointer,
/// so nothing depends on when its collector finalizes what.
final class NativeFunction {
    /// Answers a call; nil is undefined.
    typealias Body = (NativeArguments) -> JSValueRef?

    private let body: Body

    init(_ body: @escaping Body) {
        self.body = body
    }

    /// A new JavaScript function that calls this one. Calls `JSObjectMake`.
    func makeObject(in context: JSContextRef) -> JSObjectRef? {
        JSObjectMake(context, Self.callable, Unmanaged.passUnretained(self).toOpaque())
    }

    /// The class of all such functions. Made once and never written again, so any thread may read it.
    private nonisolated(unsafe) static let callable: JSClassRef? = {
        var definition = JSClassDefinition()
        definition.callAsFunction = { context, function, _, count, values, _ in
            guard let context, let data = JSObjectGetPrivate(function) else { return nil }
            let native = Unmanaged<NativeFunction>.fromOpaque(data).takeUnretainedValue()
            let arguments = NativeArguments(
                context: context, values: UnsafeBufferPointer(start: values, count: count))
            return native.body(arguments) ?? JSValueMakeUndefined(context)
        }
        return withUnsafePointer(to: definition) { JSClassCreate($0) }
    }()
}
