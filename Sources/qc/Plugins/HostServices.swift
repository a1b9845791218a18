/// The services that this program's host offers to plugins.
enum HostServices {
    /// Each by name and revision.
    static let all: Set<String> = [
        "qc.log/1", "qc.storage/1", "qc.configuration/1", "qc.events/1", "qc.dispatch/1",
    ]
}
