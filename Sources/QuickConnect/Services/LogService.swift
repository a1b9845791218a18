internal import CQuickConnect
internal import QuickConnectPlugin

/// `qc.log/1`: lines of the host's log that name the plugin.
enum LogService {
    static let table = qc_log(size: UInt32(MemoryLayout<qc_log>.size), reserved: 0, write: write)

    private static let write: @convention(c) (UnsafePointer<qc_host>?, qc_level, UnsafePointer<CChar>?, Int) -> Void = {
        host, level, message, length in
        guard let activation = Activation.of(host) else { return }
        let bytes = UnsafeRawBufferPointer(start: message, count: message == nil ? 0 : length)
        activation.controller.log(
            LogLevel(rawValue: level) ?? .info, String(decoding: bytes, as: UTF8.self), plugin: activation.plugin.id)
    }
}
