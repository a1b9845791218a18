public import CQuickConnect

/// The handshake facts of this image.
public enum HostABI {
    /// The ABI that this image was built for, and the Swift release whose run-time library it shares.
    public static var own: qc_abi {
        qc_abi(
            major: UInt16(QC_ABI_MAJOR), minor: UInt16(QC_ABI_MINOR),
            pointer_bits: UInt16(MemoryLayout<UnsafeRawPointer>.size * 8), reserved: 0, swift_release: release)
    }

    // A plugin that carries its own run-time library is built with this condition, and promises nothing.
    #if QUICKCONNECT_STATIC_STDLIB
        private static var release: UnsafePointer<CChar>? { nil }
    #elseif compiler(>=6.4)
        private static var release: UnsafePointer<CChar>? { StaticText.swift64 }
    #else
        private static var release: UnsafePointer<CChar>? { StaticText.swift63 }
    #endif
}
