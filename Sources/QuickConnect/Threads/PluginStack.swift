internal import CLinux

/// Whether a plugin's code is on this thread's stack: an object that runs, or a thread of the plugin's own that calls the host.
///
/// A plugin may join its threads when it is ended, and none of them can be joined from itself.
enum PluginStack {
    private static var isHere: Bool {
        let thread = qc_thread_records_here()
        return thread.pointee.current != nil || thread.pointee.plugin_calls > 0
    }

    /// Runs the body of a host function that a plugin calls and that may end a request, or call the app.
    static func called<T>(_ body: () -> T) -> T {
        let thread = qc_thread_records_here()
        thread.pointee.plugin_calls &+= 1
        defer { thread.pointee.plugin_calls &-= 1 }
        return body()
    }

    /// Runs `work` now, or on another thread if a plugin's code is on this one's stack.
    static func runBelow(_ work: @escaping @Sendable () -> Void) {
        if isHere { Workers.post(work) } else { work() }
    }
}
