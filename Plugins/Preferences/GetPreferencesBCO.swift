internal import QuickConnectPlugin

/// Tells a preference.
final class GetPreferencesBCO: CommandObject {
    static let stage = Stage.business

    /// Tells the value of a preference.
    ///
    /// - Parameter request: `name`, then perhaps `default`.
    /// - Returns: The value; the default, or null, where there is none.
    /// - Throws: `INVALID_PARAMETERS`, `BAD_ENCODING`; `BAD_JSON` once for a file that is damaged; `DENIED`, `UNAVAILABLE`.
    static func doCommand(_ request: Request, _ plugin: PreferencesPlugin) throws(CommandError) -> Outcome {
        let arguments = try PreferenceArguments(request.parameters, value: "default")
        return .value(try plugin.file.current()[arguments.name] ?? arguments.value ?? .null)
    }
}
