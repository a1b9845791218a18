/// Why no script can be run in this process.
package struct BridgeError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong, and what to do.
    package let description: String

    /// JavaScriptCore does not run here.
    static func engineFailed(_ reason: String) -> BridgeError {
        let advice = "It reserves much address space; look at `ulimit -v`."
        return BridgeError(description: "JavaScriptCore does not start: \(reason). \(advice)")
    }
}
