internal import CQuickConnect
internal import Glibc
internal import QuickConnectPlugin

/// What is loaded for one content: its entry runs once in a process, whoever asks.
final class LoadedImage: Sendable {
    private struct Loaded {
        var descriptor: UnsafePointer<qc_plugin>?
        var refusal: PluginRefusal?
    }

    /// `qc_plugin_entry_function`, which Swift imports as a function type of its own convention.
    private typealias Entry = @convention(c) (qc_abi, UnsafeMutablePointer<qc_error>?) -> UnsafePointer<qc_plugin>?

    private let loaded = Guarded(Loaded())

    private static let images = Guarded<[String: LoadedImage]>([:])

    static func forHash(_ hash: String) -> LoadedImage {
        images.withLock { images in
            if let image = images[hash] { return image }
            let image = LoadedImage()
            images[hash] = image
            return image
        }
    }

    /// The descriptor, of the first call or of one before. `watch` is handed the load itself.
    func descriptor(
        _ file: String,
        watch: (() throws(PluginRefusal) -> UnsafePointer<qc_plugin>) throws(PluginRefusal) -> UnsafePointer<qc_plugin>
    ) throws(PluginRefusal) -> UnsafePointer<qc_plugin> {
        try loaded.withLock { (loaded) throws(PluginRefusal) in
            if let descriptor = loaded.descriptor { return descriptor }
            if let refusal = loaded.refusal { throw refusal }
            do throws(PluginRefusal) {
                let descriptor = try watch { () throws(PluginRefusal) in try Self.callEntry(Self.open(file), file) }
                loaded.descriptor = descriptor
                return descriptor
            } catch {
                // The entry is called once; what it said stands. A failed link may succeed later.
                if error.code != .linkFailed { loaded.refusal = error }
                throw error
            }
        }
    }

    /// Calls `dlopen(3)` and `dlsym(3)`.
    private static func open(_ file: String) throws(PluginRefusal) -> Entry {
        guard let handle = dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
            throw linkFailed(file)
        }
        guard let symbol = dlsym(handle, "qc_plugin_entry") else { throw linkFailed(file) }
        return unsafeBitCast(symbol, to: Entry.self)
    }

    private static func linkFailed(_ file: String) -> PluginRefusal {
        let reason = dlerror().map { String(cString: $0) } ?? "no reason given"
        let advice =
            if reason.contains("cannot open shared object file") {
                "install the package that holds it, or put it beside the plugin and link with -rpath '$ORIGIN'"
            } else if reason.contains("undefined symbol") {
                "link the plugin with the library that defines it"
            } else {
                "build the plugin on this system"
            }
        return PluginRefusal(.linkFailed, "the dynamic linker says: \(reason); \(advice)", file: file)
    }

    private static func callEntry(
        _ entry: Entry, _ file: String
    ) throws(PluginRefusal) -> UnsafePointer<qc_plugin> {
        var error = qc_error()
        error.size = UInt32(MemoryLayout<qc_error>.size)
        if let descriptor = entry(HostABI.own, &error) { return descriptor }
        let code = error.code.map { String(cString: $0) + ": " } ?? ""
        let reason = error.message.map { String(cString: $0) } ?? "it gave no reason; see its documentation"
        throw PluginRefusal(.entryRefused, "the plugin refuses this host: \(code)\(reason)", file: file)
    }
}
