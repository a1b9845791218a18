import QuickConnectPlugin

/// Takes a sound's index.
final class PlaySoundVCO: CommandObject {
    static let stage = Stage.view
    static let thread = ThreadRule.any

    static func doCommand(_ request: Request, _ plugin: SoundBenchPlugin) throws(CommandError) -> Outcome {
        plugin.add(try request.parameters.integer(at: 0))
        return .next
    }
}
