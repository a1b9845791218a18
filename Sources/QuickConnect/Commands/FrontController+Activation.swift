package import QuickConnectPlugin

extension FrontController {
    /// Loads and activates a plugin now, not at its first command: for whoever tests plugins.
    ///
    /// - Throws: `NOT_FOUND` if it has no class or is not in use, else why it cannot be used.
    package func activatePlugin(_ id: String) throws(CommandError) {
        guard let plugin = plugins.enabled(id), let name = plugin.classNames.first, let record = plugin.record(name)
        else {
            throw CommandError(.notFound, "there is no plugin \(id) with a class; name one that is installed")
        }
        if let error = plugin.bringUp(record) { throw error }
    }
}
