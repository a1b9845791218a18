public import CQuickConnect

/// A class that carries out a command and may await on the way, many times.
///
/// Where it waits, no thread is blocked. When the caller cancels, its task is cancelled.
public protocol AsyncCommandObject<PluginType>: CommandClass {
    /// The plugin whose state the command objects share: the type of `doCommand`'s second parameter.
    associatedtype PluginType

    /// Carries out the command.
    ///
    /// - Parameter request: The request; valid until this returns.
    /// - Parameter plugin: The plugin's state in this controller.
    /// - Returns: How to go on.
    /// - Throws: The error with which the request is answered.
    static func doCommand(_ request: Request, _ plugin: PluginType) async throws(CommandError) -> Outcome
}

extension AsyncCommandObject {
    /// May answer later.
    @inlinable public static var _mayWait: Bool { true }

    /// Runs ``doCommand(_:_:)`` in a task, for the plugin ABI.
    public static func _run(
        _ instance: UnsafeMutableRawPointer, _ request: UnsafePointer<qc_request>,
        _ result: UnsafeMutablePointer<qc_value>
    ) -> qc_outcome {
        guard let token = request.pointee.calls.pointee.defer(request) else {
            return Answer.fail(CommandError(.unavailable, "the host lets \(name) not wait"), request)
        }
        let plugin = Unmanaged<PluginType>.fromOpaque(instance).takeUnretainedValue()
        let later = LaterAnswer(request: Request(request), token: token)
        later.cancels(
            Task.immediate {
                await CurrentRequest.$value.withValue(later) {
                    do throws(CommandError) {
                        later.complete(try await doCommand(later.request, plugin))
                    } catch {
                        later.fail(error)
                    }
                }
            })
        return qc_outcome(QC_WAIT)
    }
}
