public import QuickConnectPlugin

/// A command that a plugin maps to one of its classes.
public struct PluginCommand: Sendable, Hashable {
    /// The command.
    public let command: String
    /// The stage; it is the class's.
    public let stage: Stage
    /// The bare name of the class.
    public let className: String
    /// What a caller must have been granted, or nil if anybody may call.
    public let permission: String?
    /// True if the plugin knows that another one maps this command before it.
    public let joins: Bool

    /// A mapping.
    public init(command: String, stage: Stage, className: String, permission: String? = nil, joins: Bool = false) {
        self.command = command
        self.stage = stage
        self.className = className
        self.permission = permission
        self.joins = joins
    }
}
