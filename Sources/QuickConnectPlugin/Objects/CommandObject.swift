public import CQuickConnect

/// A class that carries out a command at once.
///
/// A command object is small and does one thing. It has no instances: what it needs to keep lives in its plugin.
/// ```swift
/// final class GreetVCO: CommandObject {
///     static let stage = Stage.view
///     static func doCommand(_ request: Request, _ plugin: GreetingPlugin) throws(CommandError) -> Outcome {
///         .value(.string("Hello, \(try request.parameters.string(at: 0))"))
///     }
/// }
/// ```
public protocol CommandObject<PluginType>: CommandClass {
    /// The plugin whose state the command objects share: the type of `doCommand`'s second parameter.
    associatedtype PluginType

    /// Carries out the command.
    ///
    /// - Parameter request: The request; valid until this returns.
    /// - Parameter plugin: The plugin's state in this controller.
    /// - Returns: How to go on.
    /// - Throws: The error with which the request is answered.
    static func doCommand(_ request: Request, _ plugin: PluginType) throws(CommandError) -> Outcome
}

extension CommandObject {
    /// Answers at once.
    @inlinable public static var _mayWait: Bool { false }

    /// Runs ``doCommand(_:_:)`` for the plugin ABI.
    @inlinable public static func _run(
        _ instance: UnsafeMutableRawPointer, _ request: UnsafePointer<qc_request>,
        _ result: UnsafeMutablePointer<qc_value>
    ) -> qc_outcome {
        // The host holds the instance from `activate` to `deactivate`, and calls only in between: no count is needed.
        Unmanaged<PluginType>.fromOpaque(instance)._withUnsafeGuaranteedRef { plugin in
            do throws(CommandError) {
                let outcome = try doCommand(Request(request), plugin)
                if case .next = outcome { return 0 }
                return Answer.give(outcome, request, result)
            } catch {
                return Answer.fail(error, request)
            }
        }
    }
}
