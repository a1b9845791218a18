internal import QuickConnectPlugin

/// Sets a preference.
final class SetPreferenceBCO: CommandObject {
    static let stage = Stage.business

    /// Sets a preference. Once it is answered, the value outlives a crash of the machine.
    ///
    /// - Parameter request: `name`, `value`: any value of JSON, null too.
    /// - Returns: ``Outcome/next``.
    /// - Throws: `INVALID_PARAMETERS`, `BAD_ENCODING`, `TOO_DEEP`, `TOO_LARGE`, `NO_SPACE`, `BUSY`, `DENIED`, `UNAVAILABLE`;
    ///   `BAD_JSON` once for a file that is damaged. The preferences are as before then.
    static func doCommand(_ request: Request, _ plugin: PreferencesPlugin) throws(CommandError) -> Outcome {
        let arguments = try PreferenceArguments(request.parameters, value: "value")
        guard let value = arguments.value else {
            throw CommandError(.invalidParameters, "parameter 1 is missing; it must be the value, null perhaps")
        }
        try plugin.file.change { $0[arguments.name] = value }
        return .next
    }
}
