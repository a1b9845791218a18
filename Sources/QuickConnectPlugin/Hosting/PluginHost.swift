public import CQuickConnect

/// A plugin's view of its host, one for each controller: what it may ask for at any time, on any thread.
///
/// Valid from the plugin's `init` until its `deactivate` returns.
public struct PluginHost: @unchecked Sendable {
    // The host's table is immutable and its functions may be called on any thread.

    /// The host of the plugin ABI.
    public let raw: UnsafePointer<qc_host>

    /// Reads `raw`.
    public init(_ raw: UnsafePointer<qc_host>) { self.raw = raw }

    /// The host program, as in `"qc"`.
    public var name: String { String(cString: raw.pointee.name) }

    /// The host program's version.
    public var version: String { String(cString: raw.pointee.version) }

    /// The folder that the plugin was found in, where its resources lie.
    public var pluginFolder: String { String(cString: raw.pointee.plugin_folder) }

    /// A host service's table by its name and revision, as in `"qc.log/1"`; nil if this host does not have it.
    public func service<Table>(_ id: String, as type: Table.Type) -> UnsafePointer<Table>? {
        raw.pointee.service(raw, id)?.assumingMemoryBound(to: type)
    }

    /// Writes one entry to the host's log, which names the plugin. Copied; newlines cannot forge a second entry.
    public func log(_ level: LogLevel, _ message: String) {
        guard let log = service(QC_LOG, as: qc_log.self) else { return }
        var message = message
        message.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) { log.pointee.write(raw, level.rawValue, $0.baseAddress, $0.count) }
        }
    }

    /// The absolute path of the folder for the plugin's own files in this app, made with mode 0700 at the first call.
    ///
    /// - Throws: `UNAVAILABLE`, `DENIED` or `NO_SPACE` if it cannot be made.
    public func storageFolder() throws(CommandError) -> String {
        guard let storage = service(QC_STORAGE, as: qc_storage.self) else {
            throw CommandError(.unavailable, "the host offers no storage folder")
        }
        var error = qc_error()
        error.size = UInt32(MemoryLayout<qc_error>.size)
        guard let folder = storage.pointee.folder(raw, &error) else {
            throw CommandError(
                error.code.map { ErrorCode(rawValue: String(cString: $0)) } ?? .unavailable,
                error.message.map { String(cString: $0) } ?? "the host could not make a storage folder")
        }
        return String(cString: folder)
    }

    /// The value set for a key that the manifest declares, or its default; nil if it declares no such key.
    ///
    /// It does not change as long as the plugin is active.
    public func configuration(_ key: String) -> Value? {
        service(QC_CONFIGURATION, as: qc_configuration.self)?.pointee.value(raw, key).map {
            Value(ValueView($0.pointee))
        }
    }

    /// Sends an event to whoever listens in the app. Events of one plugin keep their order.
    ///
    /// - Returns: False if the bounded hold was full and an older event was dropped.
    @discardableResult
    public func emit(_ event: String, _ value: Value = .null) -> Bool {
        guard let events = service(QC_EVENTS, as: qc_events.self) else { return false }
        return withTemporaryValue(value) { events.pointee.emit(raw, event, $0) } ?? false
    }
}
