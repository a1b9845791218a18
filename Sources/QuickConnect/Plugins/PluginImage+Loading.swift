internal import CLinux
internal import CQuickConnect
internal import Glibc
internal import QuickConnectPlugin

extension PluginImage {
    /// Loads a plugin, or returns the image if this process has loaded it before.
    ///
    /// The installed library is checked, copied to a private place, and the copy loaded. One load at a time for each
    /// plugin; others go on meanwhile. A load that failed is not tried again before library or manifest change.
    ///
    /// - Parameters:
    ///   - plugin: A plugin that discovery found to be ready.
    ///   - paths: Where private copies and notes of crashes are kept.
    /// - Throws: The first check that failed. Thread: any; the plugin's initialisers and entry run on it.
    public static func load(
        _ plugin: InstalledPlugin, paths: HostPaths = .fromEnvironment()
    ) throws(PluginRefusal) -> PluginImage {
        if let refusal = plugin.refusal { throw refusal }
        guard let manifest = plugin.manifest else {
            throw PluginRefusal(.noManifest, "the plugin has no manifest; write one", file: plugin.folder)
        }
        return try LoadLane.forFolder(plugin.folder).load(plugin, manifest, paths)
    }
}

/// Where the loads of one folder queue up, with the outcome of the last.
private final class LoadLane: Sendable {
    private struct Outcome {
        /// What the outcome depends on.
        var key = ""
        var result: Result<PluginImage, PluginRefusal>?
    }

    private let outcome = Guarded(Outcome())

    private static let lanes = Guarded<[String: LoadLane]>([:])

    static func forFolder(_ folder: String) -> LoadLane {
        lanes.withLock { lanes in
            if let lane = lanes[folder] { return lane }
            let lane = LoadLane()
            lanes[folder] = lane
            return lane
        }
    }

    func load(
        _ plugin: InstalledPlugin, _ manifest: PluginManifest, _ paths: HostPaths
    ) throws(PluginRefusal) -> PluginImage {
        let key = Self.key(plugin)
        return try outcome.withLock { (outcome) throws(PluginRefusal) in
            if outcome.key == key, let result = outcome.result { return try result.get() }
            let result = Result { () throws(PluginRefusal) in
                try ImageLoad(plugin: plugin, manifest: manifest, paths: paths).run()
            }
            outcome = Self.isLasting(result) ? Outcome(key: key, result: result) : Outcome()
            return try result.get()
        }
    }

    /// Changes with every change of the manifest that was read, of the installed library, or of what lies beside it.
    private static func key(_ plugin: InstalledPlugin) -> String {
        [plugin.manifestIdentity, FileIdentity(path: plugin.libraryPath), FileIdentity(path: plugin.folder)]
            .map { $0?.text ?? "-" }.joined(separator: ";")
    }

    /// False of failures whose cause lies elsewhere: the state of the cache, libraries of the system, loaded libraries.
    private static func isLasting(_ result: Result<PluginImage, PluginRefusal>) -> Bool {
        guard case .failure(let refusal) = result else { return true }
        let elsewhere: [PluginRefusal.Code] = [
            .imageStore, .noSpace, .noExec, .linkFailed, .nameLoaded, .unreadable, .changed, .writableByOthers,
            .foreignOwner,
        ]
        return !elsewhere.contains(refusal.code)
    }
}

/// One load from the installed file to the checked descriptor.
private struct ImageLoad {
    let plugin: InstalledPlugin
    let manifest: PluginManifest
    let paths: HostPaths

    func run() throws(PluginRefusal) -> PluginImage {
        let start = Self.nanoseconds()
        let files = try PluginFiles.open(plugin.folder, library: manifest.library)
        let loaded = try LoadedImage.forHash(files.hash).load { () throws(PluginRefusal) in
            try copy(files)
        } watch: { (load) throws(PluginRefusal) in
            try PluginSentinel.watch(plugin, .load, paths, load)
        }
        let checked = try CheckedDescriptor(loaded.descriptor, manifest, file: plugin.libraryPath)
        return PluginImage(
            manifest: manifest, hash: files.hash, file: loaded.file, loadTime: Self.nanoseconds() - start, checked)
    }

    private func copy(_ files: borrowing PluginFiles) throws(PluginRefusal) -> String {
        let store = ImageStore(paths)
        try checkNames(files, copies: store.folder, own: store.folder + "/" + files.hash)
        return try store.copy(of: files) + "/" + manifest.library
    }

    /// The dynamic linker compares names before it looks for files: a library beside the plugin whose name is loaded
    /// already would not be used, and neither would the system's be if another plugin's has its name.
    private func checkNames(_ files: borrowing PluginFiles, copies: String, own: String) throws(PluginRefusal) {
        for library in files.libraries.dropFirst() {
            let name = library.elf.soname ?? library.content.name
            guard let loaded = LoadedLibraries.file(named: name, outside: own) else { continue }
            let path = plugin.folder + "/" + library.content.name
            throw PluginRefusal(
                .nameLoaded,
                "\(path) is named \(name), and so is \(loaded), which is loaded already and would be used in its "
                    + "place; give it another SONAME, or take it out", file: path)
        }
        let names = files.libraries.flatMap(\.elf.needed)
        for name in names {
            guard let loaded = LoadedLibraries.file(named: name, outside: own), loaded.hasPrefix(copies + "/") else {
                continue
            }
            throw PluginRefusal(
                .nameLoaded,
                "\(plugin.libraryPath) needs \(name), and \(loaded), another plugin's, is loaded under that name; "
                    + "give that one another SONAME", file: plugin.libraryPath)
        }
    }

    private static func nanoseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
