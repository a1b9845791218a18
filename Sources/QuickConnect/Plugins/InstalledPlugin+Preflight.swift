extension InstalledPlugin {
    /// Makes every check that loading makes, as far as that goes without running the plugin's code.
    ///
    /// - Throws: The first check that failed, discovery's included.
    public func preflight() throws(PluginRefusal) {
        if let refusal { throw refusal }
        guard let manifest else { return }
        _ = try PluginFiles.open(folder, library: manifest.library)
    }
}
