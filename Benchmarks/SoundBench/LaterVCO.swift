import QuickConnectPlugin

/// Answers later, after one suspension.
final class LaterVCO: AsyncCommandObject {
    static let stage = Stage.view
    static let thread = ThreadRule.any

    static func doCommand(_ request: Request, _ plugin: SoundBenchPlugin) async throws(CommandError) -> Outcome {
        await Task.yield()
        return .value(.string("a value that does not fit into a word: \(try request.parameters.integer(at: 0))"))
    }
}
