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
        guard main.elf.hasEntry else {
            throw PluginRefusal(
                .noEntry,
                "the library exports no function qc_plugin_entry; in C mark it with QC_EXPORT, in Swift declare it "
                    + "\"@c(qc_plugin_entry) public func\"", file: folder + "/" + name)
        }
        var libraries = [main]
        for beside in try opened.namesOfLibraries() where beside != name {
            libraries.append(try opened.library(beside))
        }
        return PluginFiles(libraries: libraries)
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
