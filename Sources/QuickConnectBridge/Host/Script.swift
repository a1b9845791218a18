/// A script, read and checked: what JavaScriptCore runs, and what errors call it.
package struct Script: Sendable, Equatable {
    /// The file's path as the user gave it, so that a place in an error can be opened.
    package let name: String
    /// The source text.
    package let text: String

    /// A script made in memory or read from a file.
    package init(name: String, text: String) {
        self.name = name
        self.text = text
    }
}
