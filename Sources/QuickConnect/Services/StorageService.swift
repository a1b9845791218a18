internal import CQuickConnect
internal import QuickConnectPlugin

/// `qc.storage/1`: a folder for the plugin's own files.
enum StorageService {
    static let table = qc_storage(size: UInt32(MemoryLayout<qc_storage>.size), reserved: 0, folder: folder)

    private static let folder:
        @convention(c) (UnsafePointer<qc_host>?, UnsafeMutablePointer<qc_error>?) -> UnsafePointer<CChar>? = {
            host, error in
            do throws(CommandError) {
                guard let activation = Activation.of(host) else { return nil }
                return try activation.storage.folder()
            } catch let failure {
                error?.pointee.code = ErrorText.code(failure.code)
                error?.pointee.message = ErrorText.message(failure.message)
                return nil
            }
        }
}
