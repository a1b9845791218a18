public import CQuickConnect

extension Plugin {
    /// Describes the plugin to the host: the body of the entry function.
    ///
    /// ```swift
    /// @c(qc_plugin_entry)
    /// public func entry(_ abi: qc_abi, _ error: UnsafeMutablePointer<qc_error>?) -> UnsafePointer<qc_plugin>? {
    ///     GreetingPlugin.describe(classes: [GreetVCO.self], abi, error)
    /// }
    /// ```
    /// - Parameter classes: Every class of the plugin; the manifest lists the same.
    /// - Returns: The descriptor, the same at each call; nil with `error` filled in if the host is of another ABI.
    public static func describe(
        classes: [any CommandClass<Self>.Type], _ abi: qc_abi, _ error: UnsafeMutablePointer<qc_error>?
    ) -> UnsafePointer<qc_plugin>? {
        guard abi.major == UInt16(QC_ABI_MAJOR), abi.minor >= UInt16(QC_ABI_MINOR) else {
            error?.pointee.code = StaticText.unavailable
            error?.pointee.message = StaticText.otherABI
            return nil
        }
        return PluginDescription.descriptor(of: Self.self, classes: classes)
    }

    /// Describes the plugin to a host that it is linked into.
    package static func describe(classes: [any CommandClass<Self>.Type]) -> UnsafePointer<qc_plugin> {
        PluginDescription.descriptor(of: Self.self, classes: classes)
    }

    /// Makes the state, for the plugin ABI.
    static func _make(
        _ host: UnsafePointer<qc_host>, _ instance: UnsafeMutablePointer<UnsafeMutableRawPointer?>,
        _ error: UnsafeMutablePointer<qc_error>?
    ) -> Bool {
        do throws(CommandError) {
            instance.pointee = Unmanaged.passRetained(try Self(host: PluginHost(host))).toOpaque()
            return true
        } catch let failure {
            error?.pointee.code = LastError.keep(code: failure.code.rawValue)
            error?.pointee.message = LastError.keep(message: failure.message)
            return false
        }
    }

    /// Ends the state, for the plugin ABI.
    static func _end(_ instance: UnsafeMutableRawPointer) {
        Unmanaged<Self>.fromOpaque(instance).takeRetainedValue().deactivate()
    }
}
