internal import QuickConnect
internal import QuickConnectPlugin

/// How a plugin's commands answer parameters that they do not want.
struct CommandRules {
    /// Milliseconds in which a command that answers later must answer.
    private static let patience: UInt32 = 5000

    let configuration: HostConfiguration
    let manifest: PluginManifest
    let seed: UInt64
    /// Told what comes next, for whoever finds the process dead.
    let note: (String) -> Void

    func answers() -> LiveRules.Finding {
        check { place, error in isLate(error) ? (.failed, "\(place) did not answer within \(Self.patience) ms") : nil }
    }

    func codes() -> LiveRules.Finding {
        let allowed = ErrorCode.common.union(manifest.errorCodes.map(ErrorCode.init(rawValue:)))
        return check { place, error in
            if isLate(error) { return (.skipped, "\(place) did not answer") }
            guard !allowed.contains(error.code), error.object != nil else { return nil }
            return (.failed, "\(place) failed with \(error)")
        }
    }

    /// True of the host's error for an answer that did not come; one of the command's own names its class.
    private func isLate(_ error: CommandError) -> Bool { error.code == .timedOut && error.object == nil }

    /// Calls every command with every list of parameters, until `problem` finds something in an error.
    private func check(_ problem: (String, CommandError) -> LiveRules.Finding?) -> LiveRules.Finding {
        let commands = manifest.commands.map(\.command).reduce(into: [String]()) { list, command in
            if !list.contains(command), command != AppController.defaultCommand { list.append(command) }
        }
        guard !commands.isEmpty else { return (.skipped, "the manifest maps no commands") }
        let controller = FrontController(configuration)
        for command in commands {
            for entry in ParameterMatrix(seed: seed).entries {
                let place = "\(command) with \(entry.name)"
                note(place)
                let reply = controller.handleRequest(command, entry.parameters, timeout: Self.patience)
                if case .error(let error) = reply, let problem = problem(place, error) { return problem }
            }
        }
        return (.passed, "")
    }
}
