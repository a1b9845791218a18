internal import QuickConnectPlugin

/// Asks for the command in its first parameter after some suspensions, and tells which twin it is of.
final class TwinLaterBCO: AsyncCommandObject {
    static let stage = Stage.business

    static func doCommand(_ request: Request, _ plugin: TwinPlugin) async throws(CommandError) -> Outcome {
        for _ in 0..<3 { await Task.yield() }
        let command = try request.parameters.string(at: 0)
        guard !command.isEmpty else { return .value(.string(plugin.name)) }
        let reply = await plugin.host.dispatch(command, [""], for: request)
        return .value([.string(plugin.name), try reply.get() ?? .null])
    }
}
