internal import CQuickConnect
internal import QuickConnectPlugin

/// `qc.events/1`: messages from the plugin to the app.
enum EventService {
    static let table = qc_events(size: UInt32(MemoryLayout<qc_events>.size), reserved: 0, emit: emit)

    private static let emit:
        @convention(c) (UnsafePointer<qc_host>?, UnsafePointer<CChar>?, UnsafePointer<qc_value>?) -> Bool = {
            host, name, value in
            guard let name, let activation = Activation.of(host) else {
                return false
            }
            let value = value.map { Value(ValueView($0.pointee)) } ?? .null
            let event = Event(String(cString: name), plugin: activation.plugin.id, value: value)
            return PluginStack.called { activation.controller.events.emit(event) }
        }
}
