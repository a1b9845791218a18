import QuickConnectPlugin

/// Takes a file's name and what to do with it.
final class PlayVCO: CommandObject {
    static let stage = Stage.view
    static let thread = ThreadRule.any

    static func doCommand(_ request: Request, _ plugin: SoundBenchPlugin) throws(CommandError) -> Outcome {
        plugin.add(try request.parameters.utf8(at: 0).count)
        plugin.add(try request.parameters.utf8(at: 1).count)
        return .next
    }
}
