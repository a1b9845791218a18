internal import QuickConnectPlugin

/// Tells which twin it is of; throws if asked to.
final class TwinVCO: CommandObject {
    static let stage = Stage.view

    static func doCommand(_ request: Request, _ plugin: TwinPlugin) throws(CommandError) -> Outcome {
        do {
            return try answer(request, plugin)
        } catch let error as TwinError {
            throw CommandError(.conflict, "caught a TwinError", data: .string(error.name))
        } catch let error as CommandError {
            throw error
        } catch {
            throw CommandError(.unavailable, "took its own error for another's")
        }
    }

    /// Throws through code that knows nothing of the error's type, so that the cast above is one at run time.
    private static func answer(_ request: Request, _ plugin: TwinPlugin) throws -> Outcome {
        guard try request.parameters.string(at: 0) != "throw" else { throw TwinError() }
        let anything: Any = plugin
        let (own, string) = (anything as? TwinPlugin, plugin.name as Any as? String)
        return .value([own.map { .string($0.name) } ?? .null, string.map { .string($0) } ?? .null])
    }
}
