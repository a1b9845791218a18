internal import CQuickConnect
internal import Glibc
internal import QuickConnectPlugin

/// What is loaded for one content: its entry runs once in a process, whoever asks.
final class LoadedImage: Sendable {
    /// What the entry answered, and the file that it was loaded from.
    struct Loaded {
        let descriptor: UnsafePointer<qc_plugin>
        let file: String
    }

    /// `qc_plugin_entry_function`, which Swift imports as a function type of its own convention.
    private typealias Entry = @convention(c) (qc_abi, UnsafeMutablePointer<qc_error>?) -> UnsafePointer<qc_plugin>?

    private let outcome = Guarded<Result<Loaded, PluginRefusal>?>(nil)

    private static let images = Guarded<[String: LoadedImage]>([:])

    static func forHash(_ hash: String) -> LoadedImage {
        images.withLock { images in
            if let image = images[hash] { return image }
            let image = LoadedImage()
            images[hash] = image
            return image
        }
    }

    /// What is loaded, by the first call or by one before.
    ///
    /// - Parameters:
    ///   - prepare: Makes the file and returns its path. Not called if the content is loaded.
    ///   - watch: Is handed the load itself.
    func load(
        prepare: () throws(PluginRefusal) -> String,
        watch: (() throws(PluginRefusal) -> Loaded) throws(PluginRefusal) -> Loaded
    ) throws(PluginRefusal) -> Loaded {
        try outcome.withLock { (outcome) throws(PluginRefusal) in
            if let outcome { return try outcome.get() }
            let file = try prepare()
            let result = Result { () throws(PluginRefusal) in
                try watch { () throws(PluginRefusal) in
                    Loaded(descriptor: try Self.callEntry(Self.open(file), file), file: file)
                }
            }
            // The entry is called once; what it said stands. A failed link may succeed later.
            if case .failure(let refusal) = result, refusal.code == .linkFailed { throw refusal }
            outcome = result
            return try result.get()
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
        guard let reason = dlerror() else {
            return PluginRefusal(.linkFailed, "the dynamic linker gives no reason; build the plugin again", file: file)
        }
        let advice =
            if strstr(reason, "cannot open shared object file") != nil {
                "install the package that holds it, or put it beside the plugin and link with -rpath '$ORIGIN'"
            } else if strstr(reason, "undefined symbol") != nil {
                "link the plugin with the library that defines it"
            } else {
                "build the plugin on this system"
            }
        return PluginRefusal(.linkFailed, "the dynamic linker says: \(String(cString: reason)); \(advice)", file: file)
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
