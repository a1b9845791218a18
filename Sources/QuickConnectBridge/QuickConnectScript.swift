/// The text of quickconnect.js, which is built into the program.
package enum QuickConnectScript {
    /// The source, for whoever sets up a page or script. The file's head says what it wants of its host.
    package static var source: String {
        String(decoding: PackageResources.quickconnect_js, as: UTF8.self)
    }
}
