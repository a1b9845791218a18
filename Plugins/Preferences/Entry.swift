public import CQuickConnect
internal import QuickConnectPlugin

/// Describes this plugin. Called once per process, on any thread, before any controller activates it.
@c(qc_plugin_entry)
public func entry(_ abi: qc_abi, _ error: UnsafeMutablePointer<qc_error>?) -> UnsafePointer<qc_plugin>? {
    PreferencesPlugin.describe(
        classes: [
            GetPreferencesBCO.self, SetPreferenceBCO.self, RemovePreferenceBCO.self, AllPreferencesBCO.self,
        ], abi, error)
}
