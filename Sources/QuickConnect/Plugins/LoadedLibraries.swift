internal import CLinux

/// The shared libraries of this process, by the names under which the dynamic linker finds them.
enum LoadedLibraries {
    /// The file from which a library with this SONAME is loaded, other than those in `folder`; nil if there is none.
    ///
    /// Such a library would be used in place of any other that has the same name, without a word: names are compared
    /// before files are looked for, and `RTLD_LOCAL` makes no difference.
    static func file(named soname: String, outside folder: String) -> String? {
        var search = Search(soname: soname, folder: folder + "/")
        withUnsafeMutablePointer(to: &search) { search in
            qc_visit_loaded(
                { context, file, soname in
                    guard let context, let file, let soname else { return 0 }
                    return context.assumingMemoryBound(to: Search.self).pointee.take(file, soname) ? 1 : 0
                }, search)
        }
        return search.found
    }

    private struct Search {
        let soname: String
        let folder: String
        var found: String?

        mutating func take(_ file: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>) -> Bool {
            guard String(cString: name) == soname else { return false }
            let file = String(cString: file)
            guard !file.hasPrefix(folder) else { return false }
            found = file
            return true
        }
    }
}
