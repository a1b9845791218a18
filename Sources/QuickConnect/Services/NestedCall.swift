internal import CQuickConnect

/// A request of a command object, as it came over the plugin boundary.
struct NestedCall {
    /// The plugin that asks.
    let plugin: String
    let parent: UnsafePointer<qc_request>?
    let command: UnsafePointer<CChar>
    let parameters: UnsafeBufferPointer<qc_value>
    /// Milliseconds; 0 is none.
    let timeout: UInt32
}
