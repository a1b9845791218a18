internal import CLinux
internal import CQuickConnect
internal import QuickConnectPlugin

/// The state of a plugin in one controller, from `activate` to `deactivate`, and the host that it sees meanwhile.
// Immutable once made, but for what stands under the locks of its parts.
final class Activation: @unchecked Sendable {
    let descriptor: UnsafePointer<qc_plugin>
    private(set) var instance: UnsafeMutableRawPointer?
    let plugin: ActivePlugin
    let configuration: PluginConfiguration
    let storage: PluginStorage
    // The controller ends its plugins before it goes.
    unowned(unsafe) let controller: FrontController
    private let host: UnsafeMutablePointer<qc_host>
    private let folder: UnsafePointer<CChar>

    /// Activates a plugin.
    ///
    /// - Parameter instance: The state, if the program made it; else `activate` makes it.
    /// - Throws: Why the plugin refuses, in its own words and with its own code.
    init(
        _ descriptor: UnsafePointer<qc_plugin>, _ plugin: ActivePlugin, _ controller: FrontController,
        instance: (any Plugin)?
    ) throws(CommandError) {
        self.descriptor = descriptor
        self.plugin = plugin
        self.controller = controller
        configuration = try PluginConfiguration(plugin, controller.configuration)
        storage = PluginStorage(plugin.id, controller.configuration)
        host = .allocate(capacity: 1)
        if case .installed(let found) = plugin.origin {
            folder = Text.keep(found.folder)
        } else {
            folder = Text.keep("")
        }
        host.initialize(
            to: qc_host(
                size: UInt32(MemoryLayout<qc_host>.size), reserved: 0, abi: HostABI.own,
                name: controller.nameText, version: controller.versionText,
                plugin_id: plugin.idText, plugin_folder: folder, service: HostServices.find,
                host_data: Unmanaged.passUnretained(self).toOpaque()))
        if let instance {
            self.instance = Unmanaged.passRetained(instance as AnyObject).toOpaque()
        } else {
            try activate()
        }
    }

    deinit {
        host.deallocate()
        UnsafeMutablePointer(mutating: folder).deallocate()
    }

    private func activate() throws(CommandError) {
        var error = qc_error()
        error.size = UInt32(MemoryLayout<qc_error>.size)
        guard !watched({ descriptor.pointee.activate(descriptor, host, &instance, &error) }) else { return }
        let code = error.code.map { String(cString: $0) } ?? ErrorCode.unavailable.rawValue
        let message = error.message.map { String(cString: $0) } ?? "the plugin \(plugin.id) refused and gave no reason"
        throw CommandError(ErrorCode(rawValue: code), message)
    }

    /// Runs `body` with a note on disk, so that the next start knows who ended the process if it dies meanwhile.
    private func watched(_ body: () -> Bool) -> Bool {
        guard case .installed(let found) = plugin.origin else { return inPhase("activate", body) }
        return PluginSentinel.watch(found, .activate, controller.configuration.paths, body)
    }

    /// Calls `deactivate`.
    func end() { inPhase("deactivate") { descriptor.pointee.deactivate(descriptor, instance) } }

    /// Runs `body` with a note of where the process is, should it die there.
    private func inPhase<T>(_ phase: String, _ body: () -> T) -> T {
        phase.withCString { phase in
            var place = qc_call_place(
                plugin: plugin.idText, version: plugin.versionText, phase: phase, command: nil,
                inputs: plugin.inputsText)
            return withUnsafePointer(to: &place) {
                let before = qc_enter_call($0)
                defer { qc_leave_call(before) }
                return body()
            }
        }
    }

    /// The activation behind a host of the plugin ABI.
    static func of(_ host: UnsafePointer<qc_host>?) -> Activation? {
        host?.pointee.host_data.map { Unmanaged<Activation>.fromOpaque($0).takeUnretainedValue() }
    }
}
