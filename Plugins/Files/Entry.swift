public import CQuickConnect
internal import QuickConnectPlugin

/// Describes this plugin. Called once per process, on any thread, before any controller activates it.
@c(qc_plugin_entry)
public func entry(_ abi: qc_abi, _ error: UnsafeMutablePointer<qc_error>?) -> UnsafePointer<qc_plugin>? {
    FilesPlugin.describe(
        classes: [
            SaveContentsToFileBCO.self, GetContentsOfFileBCO.self, ListFilesBCO.self, CreateDirBCO.self,
            DeleteFileBCO.self, MoveFileBCO.self, FileInfoBCO.self,
        ], abi, error)
}
