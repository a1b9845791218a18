internal import CLinux
internal import Glibc

/// Tells which plugin crashed the process, on standard error at once, and to the quarantine at the next start.
///
/// A program opts in: signal handlers belong to programs, not to libraries. A crash outside of plugins takes its course
/// as if nothing had been installed.
public enum CrashAttribution {
    static let suffix = ".crash"

    private static let installed = Guarded(false)

    /// Installs the handlers for SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT and SIGTRAP, and opens the note that they
    /// write to. Calls after the first do nothing.
    ///
    /// - Returns: False if the note cannot be made or a handler not be installed.
    @discardableResult
    public static func install(_ paths: HostPaths = .fromEnvironment()) -> Bool {
        installed.withLock { installed in
            if installed { return true }
            let name = "process-\(getpid())-\(UInt32.random(in: .min ... .max))\(suffix)"
            let path = PluginQuarantine(paths).folder + "/" + name
            guard let descriptor = Note.create(path, "") else { return false }
            CrashNotePath.process = getpid()
            CrashNotePath.path = path.withCString { strdup($0) }
            atexit { CrashNotePath.remove() }
            installed = qc_crash_install(descriptor)
            return installed
        }
    }
}

/// The note of this process, for `atexit(3)`, which takes no context.
private enum CrashNotePath {
    // Written once, under the lock of `install`, before the function that reads it is registered.
    nonisolated(unsafe) static var path: UnsafeMutablePointer<CChar>?

    // As `path`.
    nonisolated(unsafe) static var process: pid_t = 0

    /// A process that ends by itself leaves no note. A child of it, forked, leaves its parent's alone.
    static func remove() {
        if let path, process == getpid() { unlink(path) }
    }
}
