internal import Glibc
internal import QuickConnect
internal import QuickConnectPlugin

/// `qc plugin why`: how the host comes from a name to a plugin, step by step.
struct PluginTrace {
    /// One thing that was looked at, and what came of it.
    private struct Step {
        let place: String
        let finding: String
    }

    private let name: String
    private let survey: PluginSurvey
    private var steps: [Step] = []
    private var winners: [String] = []

    static func run(_ arguments: Arguments) throws(Failure) -> Int32 {
        let name = arguments.positional[1]
        var trace = PluginTrace(name: name, survey: PluginSurvey(arguments))
        trace.lookAtDirectories()
        if trace.isPlace, let plugin = trace.survey.plugin(name) {
            trace.lookAtFile(plugin)
        } else {
            trace.lookAtPlugins()
        }
        try Output.standard.write(arguments.has(.json) ? trace.json.jsonLine : Array(trace.text.utf8))
        return trace.winners.isEmpty ? 1 : 0
    }

    private init(name: String, survey: PluginSurvey) {
        self.name = name
        self.survey = survey
    }

    /// True of a path, of a library's name in the working directory, and of a plugin's id.
    private var isPlace: Bool { name.contains("/") || name.hasSuffix(".so") || survey.catalog.plugin(name) != nil }

    private mutating func lookAtDirectories() {
        for directory in survey.directories {
            let count = survey.catalog.plugins.count { $0.folder.hasPrefix(directory + "/") }
            if let refusal = survey.catalog.unreadable.first(where: { $0.file == directory }) {
                note(directory, refusal.description)
            } else {
                note(directory, access(directory, F_OK) == 0 ? "plugins: \(count)" : "not there")
            }
        }
    }

    /// A path is asked for: all of its plugin's checks count, those that wait until it is needed included.
    private mutating func lookAtFile(_ plugin: InstalledPlugin) {
        if case .shadowed(let folder) = plugin.state { return note(plugin.folder, "shadowed by \(folder)") }
        if case .disabled = plugin.state {
            return note(plugin.folder, "disabled; `qc plugin enable \(plugin.id)` undoes it")
        }
        do throws(PluginRefusal) {
            try plugin.preflight()
            note(plugin.folder, "passes every check up to loading")
            winners.append(plugin.id)
        } catch {
            note(plugin.folder, "refused: \(error)")
        }
    }

    /// A command or class is asked for: every plugin that has it counts, and every one that could not be read.
    private mutating func lookAtPlugins() {
        for plugin in survey.catalog.plugins {
            for role in roles(in: plugin) {
                note(plugin.folder, role + (plugin.isReady ? "" : "; " + PluginTrace.obstacle(plugin)))
                if plugin.isReady, !winners.contains(plugin.id) { winners.append(plugin.id) }
            }
            if plugin.manifest == nil { note(plugin.folder, PluginTrace.obstacle(plugin)) }
        }
    }

    /// What the name is in a plugin: a command, with the class that runs, or a class by its bare or qualified name.
    private func roles(in plugin: InstalledPlugin) -> [String] {
        guard let manifest = plugin.manifest else { return [] }
        let commands = manifest.commands.filter { $0.command == name }.map {
            "maps the command to \($0.className) in stage \($0.stage)\($0.joins ? ", joining others" : "")"
        }
        let classes = manifest.classes.filter { $0.name == name || "\(plugin.id)/\($0.name)" == name }.map {
            "has the class \(plugin.id)/\($0.name), of stage \($0.stage)"
        }
        return commands + classes
    }

    private static func obstacle(_ plugin: InstalledPlugin) -> String {
        let report = PluginReport(plugin)
        return report.state == .disabled ? report.reason : "\(report.state.rawValue): \(report.reason)"
    }

    private mutating func note(_ place: String, _ finding: String) {
        steps.append(Step(place: place, finding: finding))
    }

    private var isCommand: Bool {
        survey.catalog.ready.contains { $0.manifest?.commands.contains { $0.command == name } == true }
    }

    private var outcome: String {
        switch (winners.count, isCommand) {
        case (0, _): "nothing answers to \(name)\(advice)"
        case (1, _): "\(winners[0]) answers to \(name)"
        case (_, true): "these answer to \(name), in this order: \(winners.joined(separator: ", "))"
        case (_, false): "\(name) is ambiguous; write \(winners.map { "\($0)/\(name)" }.joined(separator: " or "))"
        }
    }

    /// What may have been meant by a name that nothing answers to.
    private var advice: String {
        if name.hasPrefix("/") || name.hasPrefix(".") || name.hasSuffix(".so") {
            return access(name, F_OK) == 0 ? "" : "; there is no such file"
        }
        let manifests = survey.catalog.ready.compactMap(\.manifest)
        let names = manifests.flatMap { [$0.id] + $0.commands.map(\.command) + $0.classes.map(\.name) }
        // A name that is there was refused, and the lines above say why.
        guard !names.contains(name), let nearest = Nearness.nearest(to: name, in: names) else { return "" }
        return "; did you mean \(nearest)?"
    }

    private var text: String {
        let lines = steps.map { Table.visible("\($0.place): \($0.finding)") } + [Table.visible(outcome)]
        return lines.joined(separator: "\n") + "\n"
    }

    private var json: Value {
        [
            "name": .string(name),
            "steps": .array(steps.map { ["place": .string($0.place), "finding": .string($0.finding)] }),
            "winners": .array(winners.map { .string($0) }),
        ]
    }
}
