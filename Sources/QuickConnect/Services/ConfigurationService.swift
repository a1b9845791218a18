internal import CQuickConnect

/// `qc.configuration/1`: the settings of the plugin.
enum ConfigurationService {
    static let table = qc_configuration(
        size: UInt32(MemoryLayout<qc_configuration>.size), reserved: 0, value: value)

    private static let value:
        @convention(c) (UnsafePointer<qc_host>?, UnsafePointer<CChar>?) -> UnsafePointer<qc_value>? = { host, key in
            guard let key, let activation = Activation.of(host) else { return nil }
            return activation.configuration.value(String(cString: key))
        }
}
