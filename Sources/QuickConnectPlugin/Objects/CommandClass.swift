public import CQuickConnect

/// What every class of command objects declares; write a ``CommandObject`` or an ``AsyncCommandObject``.
public protocol CommandClass<PluginType>: SendableMetatype {
    /// The plugin whose state the command objects share; ``NoPlugin`` if they need none.
    associatedtype PluginType: Plugin = NoPlugin

    /// The stage in which the class stands.
    static var stage: Stage { get }

    /// On which thread its calls run: ``ThreadRule/serial`` unless declared.
    static var thread: ThreadRule { get }

    /// The name by which commands are mapped to it: the type's own unless declared.
    static var name: String { get }

    /// True if it may answer later.
    static var _mayWait: Bool { get }

    /// Runs the class for the plugin ABI.
    static func _run(
        _ instance: UnsafeMutableRawPointer, _ request: UnsafePointer<qc_request>,
        _ result: UnsafeMutablePointer<qc_value>
    ) -> qc_outcome
}

extension CommandClass {
    /// One call at a time.
    public static var thread: ThreadRule { .serial }

    /// The type's own name.
    public static var name: String { String(describing: Self.self) }
}
