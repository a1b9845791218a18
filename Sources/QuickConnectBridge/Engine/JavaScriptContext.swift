internal import CJavaScriptCore

/// One JavaScript world: a virtual machine of its own and its global object.
///
/// Belongs to the thread that made it. Exceptions never come back to the caller: they go to ``uncaught`` at once, while
/// the collector still sees them.
final class JavaScriptContext {
    /// The context itself, for calls of the C interface. Lives as long as this object.
    let reference: JSGlobalContextRef

    /// Told of every exception that reaches the host, with the name of the file that ran, if one did.
    var uncaught: (_ exception: JSValueRef?, _ file: String?) -> Void = { _, _ in }

    private let group: JSContextGroupRef
    private var functions: [NativeFunction] = []

    /// Calls `JSContextGroupCreate` and `JSGlobalContextCreateInGroup`; nil if there is no memory for a machine.
    init?() {
        guard let group = JSContextGroupCreate() else { return nil }
        guard let reference = JSGlobalContextCreateInGroup(group, nil) else {
            JSContextGroupRelease(group)
            return nil
        }
        self.group = group
        self.reference = reference
    }

    deinit {
        JSGlobalContextRelease(reference)
        JSContextGroupRelease(group)
    }

    /// Runs a script.
    ///
    /// - Parameters:
    ///   - source: The script's text.
    ///   - name: What errors call the file.
    /// - Returns: The script's value, or nil if it threw or could not be parsed.
    @discardableResult
    func evaluate(_ source: String, name: String) -> JSValueRef? {
        let text = JavaScriptString(source)
        let url = JavaScriptString(name)
        var exception: JSValueRef?
        let value = JSEvaluateScript(reference, text.reference, nil, url.reference, 1, &exception)
        return finish(value, exception, file: name)
    }

    /// Calls a function with one to three arguments; nil if it threw. Microtasks run before this returns.
    @discardableResult
    func call(
        _ function: JSObjectRef, _ first: JSValueRef?, _ second: JSValueRef? = nil, _ third: JSValueRef? = nil
    ) -> JSValueRef? {
        // On the stack, where the collector looks.
        var arguments = (first, second, third)
        let count = third != nil ? 3 : second != nil ? 2 : 1
        var exception: JSValueRef?
        let value = withUnsafePointer(to: &arguments) { tuple in
            tuple.withMemoryRebound(to: JSValueRef?.self, capacity: 3) { values in
                JSObjectCallAsFunction(reference, function, nil, count, values, &exception)
            }
        }
        return finish(value, exception, file: nil)
    }

    private func finish(_ value: JSValueRef?, _ exception: JSValueRef?, file: String?) -> JSValueRef? {
        guard let exception else { return value }
        uncaught(exception, file)
        return nil
    }

    /// A JavaScript function that runs `body`. It works until this context ends.
    func function(_ body: @escaping NativeFunction.Body) -> JSObjectRef? {
        let native = NativeFunction(body)
        functions.append(native)
        return native.makeObject(in: reference)
    }

    /// A new object whose members are functions of the host.
    func object(_ members: KeyValuePairs<String, NativeFunction.Body>) -> JSObjectRef? {
        guard let object = JSObjectMake(reference, nil, nil) else { return nil }
        for (name, body) in members {
            set(name, of: object, to: function(body))
        }
        return object
    }

    /// Sets a property. What a setter throws goes to ``uncaught``.
    func set(_ name: String, of object: JSObjectRef, to value: JSValueRef?) {
        let key = JavaScriptString(name)
        var exception: JSValueRef?
        JSObjectSetProperty(reference, object, key.reference, value, 0, &exception)
        if let exception { uncaught(exception, nil) }
    }

    /// The function that is the member `name` of `object`, kept from the collector for as long as this context lives.
    func keptFunction(_ name: String, of object: JSObjectRef) -> JSObjectRef? {
        let key = JavaScriptString(name)
        return keptFunction(JSObjectGetProperty(reference, object, key.reference, nil))
    }

    /// `value` as a function, kept from the collector for as long as this context lives; nil if it is none.
    func keptFunction(_ value: JSValueRef?) -> JSObjectRef? {
        guard let value, JSValueIsObject(reference, value), let object = JSValueToObject(reference, value, nil),
            JSObjectIsFunction(reference, object)
        else { return nil }
        JSValueProtect(reference, object)
        return object
    }

    /// A JavaScript string of UTF-8 bytes that end with a NUL and hold no other.
    func string(terminated bytes: UnsafePointer<CChar>) -> JSValueRef? {
        let string = JavaScriptString(terminated: bytes)
        return JSValueMakeString(reference, string.reference)
    }

    /// A JavaScript string.
    func string(_ text: String) -> JSValueRef? {
        let string = JavaScriptString(text)
        return JSValueMakeString(reference, string.reference)
    }

    /// A JavaScript number.
    func number(_ value: Double) -> JSValueRef? {
        JSValueMakeNumber(reference, value)
    }
}
