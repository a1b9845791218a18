package import CLinux
internal import Glibc

/// A place for ``qc_enter_call`` that lives as long as its owner: which plugin runs, and what for.
package final class CallPlace: @unchecked Sendable {
    // Unchecked: nothing in it changes after `init`.

    /// What to enter. It lives as long as this object.
    package let place: UnsafePointer<qc_call_place>
    private let storage: UnsafeMutablePointer<qc_call_place>

    /// A place in a plugin.
    ///
    /// - Parameter command: The command, if `phase` is one.
    package init(_ plugin: InstalledPlugin, _ phase: PluginQuarantine.Phase, command: String? = nil) {
        storage = .allocate(capacity: 1)
        storage.initialize(
            to: qc_call_place(
                plugin: strdup(plugin.id), version: strdup(plugin.manifest?.version ?? ""),
                phase: strdup(phase.rawValue),
                command: command.flatMap { strdup($0) }, inputs: strdup(plugin.inputs)))
        place = UnsafePointer(storage)
    }

    deinit {
        let place = storage.pointee
        for text in [place.plugin, place.version, place.phase, place.command, place.inputs] {
            free(UnsafeMutablePointer(mutating: text))
        }
        storage.deallocate()
    }

    /// Runs `body` in this place.
    package func enter<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let before = qc_enter_call(place)
        defer { qc_leave_call(before) }
        return try body()
    }
}
