internal import QuickConnectPlugin

/// Removes a preference.
final class RemovePreferenceBCO: CommandObject {
    static let stage = Stage.business

    /// Removes a preference. One that is not there is no fault.
    ///
    /// - Parameter request: `name`.
    /// - Returns: True if it was there.
    /// - Throws: What ``SetPreferenceBCO`` throws.
    static func doCommand(_ request: Request, _ plugin: PreferencesPlugin) throws(CommandError) -> Outcome {
        let name = try PreferenceArguments(request.parameters, value: nil).name
        var wasThere = false
        try plugin.file.change { wasThere = $0.removeValue(forKey: name) != nil }
        return .value(.boolean(wasThere))
    }
}
