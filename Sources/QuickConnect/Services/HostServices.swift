internal import CQuickConnect
internal import QuickConnectPlugin

/// The services that this host offers to plugins, by name and revision.
package enum HostServices {
    /// The names of all of them.
    package static let names: Set<String> = Set(tables.keys)

    // Made once, never written; the tables live as long as the process.
    nonisolated(unsafe) private static let tables: [String: UnsafeRawPointer] = [
        QC_LOG: keep(LogService.table), QC_STORAGE: keep(StorageService.table),
        QC_CONFIGURATION: keep(ConfigurationService.table), QC_EVENTS: keep(EventService.table),
        QC_DISPATCH: keep(DispatchService.table),
    ]

    /// The table of a service; nil if this host has none of that name.
    static let find: @convention(c) (UnsafePointer<qc_host>?, UnsafePointer<CChar>?) -> UnsafeRawPointer? = { _, id in
        id.flatMap { tables[String(cString: $0)] }
    }

    private static func keep<T>(_ table: T) -> UnsafeRawPointer {
        let kept = UnsafeMutablePointer<T>.allocate(capacity: 1)
        kept.initialize(to: table)
        return UnsafeRawPointer(kept)
    }
}
