internal import Glibc

/// A plugin's library and the libraries beside it, opened once, checked, and held in memory.
///
/// The files are read from the descriptors that were checked, and nothing is looked up by name again.
struct PluginFiles: ~Copyable {
    /// The library that the manifest names, then those beside it in the order of their names.
    private(set) var libraries: [HeldLibrary]
    /// SHA-256 over names, lengths and contents.
    let hash: String

    /// One library, and what its file says about itself.
    final class HeldLibrary {
        let content: LibraryBytes
        let elf: ELFLibrary

        init(_ content: consuming LibraryBytes, _ elf: ELFLibrary) {
            self.content = content
            self.elf = elf
        }
    }

    /// Opens and checks the files of the plugin in `folder`.
    ///
    /// - Parameter library: The name in the manifest.
    static func open(_ folder: String, library name: String) throws(PluginRefusal) -> PluginFiles {
        let opened = try CheckedFolder(folder)
        let main = try opened.library(name)
        guard main.elf.hasEntry else { throw noEntry(main, folder + "/" + name) }
        var libraries = [main]
        for beside in try opened.namesOfLibraries() where beside != name {
            libraries.append(try opened.library(beside))
        }
        return PluginFiles(libraries: libraries)
    }

    private static func noEntry(_ library: HeldLibrary, _ path: String) -> PluginRefusal {
        // The name is there if the function was compiled and then hidden, unless the symbols were stripped.
        let reader = ELFReader(bytes: library.content.bytes)
        let isHidden = reader.bytes.indices.contains { reader.isText("qc_plugin_entry", at: UInt64($0)) }
        let what =
            isHidden ? "has qc_plugin_entry, but does not export it as a function" : "has no function qc_plugin_entry"
        return PluginRefusal(
            .noEntry,
            "the library \(what); in C mark it with QC_EXPORT, in Swift declare it \"@c(qc_plugin_entry) public func\"",
            file: path)
    }

    private init(libraries: [HeldLibrary]) {
        self.libraries = libraries
        var sum = SHA256()
        for library in libraries {
            sum.addHeader(name: library.content.name, length: library.content.bytes.count)
            sum.add(library.content.bytes)
        }
        hash = sum.hexDigest()
    }
}
