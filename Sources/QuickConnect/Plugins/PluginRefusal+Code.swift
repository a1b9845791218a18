extension PluginRefusal {
    /// The cause of a refusal. Later versions may have more.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The cause in lower case, as in "wrong-abi"; stable, for scripts.
        public let rawValue: String

        /// Any cause, known here or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        // Finding
        /// A plugin directory cannot be read.
        public static let directoryUnreadable = Code(rawValue: "directory-unreadable")
        /// A folder without `plugin.json` was named as a plugin.
        public static let noManifest = Code(rawValue: "no-manifest")
        /// The manifest cannot be read, or is too large.
        public static let manifestUnreadable = Code(rawValue: "manifest-unreadable")
        /// The manifest is not JSON.
        public static let badJSON = Code(rawValue: "bad-json")
        /// The manifest lacks a key.
        public static let missingKey = Code(rawValue: "missing-key")
        /// A value in the manifest has the wrong type.
        public static let wrongType = Code(rawValue: "wrong-type")
        /// A value in the manifest has the right type and is still not possible.
        public static let badValue = Code(rawValue: "bad-value")
        /// The manifest asks for what this host does not do.
        public static let unsupported = Code(rawValue: "unsupported")
        /// The plugin was built for another version of the plugin ABI.
        public static let wrongABI = Code(rawValue: "wrong-abi")
        /// Two folders of one directory hold the same plugin id.
        public static let duplicateID = Code(rawValue: "duplicate-id")
        /// A plugin that this one requires is not there, or is refused.
        public static let dependencyMissing = Code(rawValue: "dependency-missing")
        /// Plugins require one another in a circle.
        public static let dependencyCycle = Code(rawValue: "dependency-cycle")
        /// The host lacks a service that the plugin needs.
        public static let serviceMissing = Code(rawValue: "service-missing")
        /// The plugin maps a command of another plugin without `"joins": true`.
        public static let commandTaken = Code(rawValue: "command-taken")
        /// The plugin failed before and nothing has changed since.
        public static let quarantined = Code(rawValue: "quarantined")

        // Checking files
        /// The library is not there.
        public static let noLibrary = Code(rawValue: "no-library")
        /// A file or folder cannot be read.
        public static let unreadable = Code(rawValue: "unreadable")
        /// The library is a symbolic link.
        public static let symbolicLink = Code(rawValue: "symbolic-link")
        /// The library is a folder, a device or a pipe.
        public static let notAFile = Code(rawValue: "not-a-file")
        /// Others may write the library, its folder or the plugin directory.
        public static let writableByOthers = Code(rawValue: "writable-by-others")
        /// The library or its folder belongs to a third user.
        public static let foreignOwner = Code(rawValue: "foreign-owner")
        /// The library changed while it was read, or after its manifest was.
        public static let changed = Code(rawValue: "changed")
        /// A library is larger than the host reads.
        public static let tooLarge = Code(rawValue: "too-large")

        // Checking the library
        /// The library is text, a script, or something else that is no library.
        public static let notALibrary = Code(rawValue: "not-a-library")
        /// The library lacks its end.
        public static let truncated = Code(rawValue: "truncated")
        /// The library is for another kind of machine.
        public static let wrongMachine = Code(rawValue: "wrong-machine")
        /// The library's tables contradict one another.
        public static let malformedLibrary = Code(rawValue: "malformed-library")
        /// The library would have its code rewritten while it is loaded.
        public static let textRelocations = Code(rawValue: "text-relocations")
        /// The library asks for a stack that can be executed.
        public static let executableStack = Code(rawValue: "executable-stack")
        /// The library exports no `qc_plugin_entry`.
        public static let noEntry = Code(rawValue: "no-entry")
        /// A library of this name is loaded already from another file.
        public static let nameLoaded = Code(rawValue: "name-loaded")

        // Copying and loading
        /// The private copy cannot be made.
        public static let imageStore = Code(rawValue: "image-store")
        /// The disk is full.
        public static let noSpace = Code(rawValue: "no-space")
        /// Nothing can be executed from the file system of the private copies.
        public static let noExec = Code(rawValue: "noexec")
        /// The dynamic linker refused the library.
        public static let linkFailed = Code(rawValue: "link-failed")
        /// The plugin's entry refused this host.
        public static let entryRefused = Code(rawValue: "entry-refused")
        /// The plugin's descriptor is not usable.
        public static let badDescriptor = Code(rawValue: "bad-descriptor")
        /// The plugin was built with another Swift release.
        public static let wrongSwift = Code(rawValue: "wrong-swift")
        /// Manifest and descriptor differ.
        public static let manifestMismatch = Code(rawValue: "manifest-mismatch")
        /// The manifest names a class that the plugin does not have.
        public static let classMissing = Code(rawValue: "class-missing")
    }
}
