internal import CJavaScriptCore
internal import Glibc

/// The part of JavaScriptCore that tells of rejected promises which nobody handles.
///
/// `JSGlobalContextSetUnhandledRejectionCallback` is exported by every release since 2020, but stands in no public header;
/// so it is looked up when it is needed, and where it is gone such promises go unreported.
/// Source: <https://github.com/WebKit/WebKit/blob/main/Source/JavaScriptCore/API/JSContextRefPrivate.h>
enum UnhandledRejections {
    private typealias Function =
        @convention(c) (
            JSGlobalContextRef, JSObjectRef, UnsafeMutablePointer<JSValueRef?>?
        ) -> Void

    /// Has `callback` called with `(promise, reason)` once a promise is rejected and its microtasks have run.
    ///
    /// - Returns: False if this JavaScriptCore cannot tell.
    @discardableResult
    static func observe(in context: JSGlobalContextRef, _ callback: JSObjectRef) -> Bool {
        guard let symbol = dlsym(nil, "JSGlobalContextSetUnhandledRejectionCallback") else { return false }
        unsafeBitCast(symbol, to: Function.self)(context, callback, nil)
        return true
    }
}
