internal import QuickConnectPlugin

/// Tells all preferences.
final class AllPreferencesBCO: CommandObject {
    static let stage = Stage.business

    /// Tells all preferences.
    ///
    /// - Parameter request: No parameters.
    /// - Returns: An object with a member for each, sorted by the bytes of the names.
    /// - Throws: `INVALID_PARAMETERS`; `BAD_JSON` once for a file that is damaged; `DENIED`, `UNAVAILABLE`.
    static func doCommand(_ request: Request, _ plugin: PreferencesPlugin) throws(CommandError) -> Outcome {
        try request.parameters.expect(count: 0)
        let sorted = try plugin.file.current().sorted { $0.key < $1.key }
        return .value(.object(ValueObject(distinct: sorted.map { ($0.key.text, $0.value) })))
    }
}
