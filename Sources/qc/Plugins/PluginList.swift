internal import QuickConnect
internal import QuickConnectPlugin

/// `qc plugin list`.
enum PluginList {
    static func run(_ arguments: Arguments) throws(Failure) -> Int32 {
        let survey = PluginSurvey(arguments)
        let reports = survey.catalog.plugins.map { report($0, loading: arguments.has(PluginVerb.load)) }
        if arguments.has(.json) {
            try Output.standard.write(Value.array(reports.map(\.json)).jsonLine)
        } else if reports.isEmpty {
            let places = survey.directories.map { "  \($0)\n" }.joined()
            try Output.standard.write("No plugins; these directories were looked through:\n\(places)")
        } else {
            try Output.standard.write(table(reports).text(Style(for: .standard)))
        }
        for refusal in survey.catalog.unreadable {
            try Output.error.write("qc: \(Table.visible(refusal.description))\n")
        }
        return 0
    }

    private static func report(_ plugin: InstalledPlugin, loading: Bool) -> PluginReport {
        var report = PluginReport(plugin)
        guard loading, plugin.isReady else { return report }
        do throws(PluginRefusal) {
            report.cost.loadTime = try PluginImage.load(plugin).loadTime
            report.state = .loaded
        } catch {
            report.state = .refused
            report.reason = error.description
        }
        return report
    }

    private static func table(_ reports: [PluginReport]) -> Table {
        var table = Table(["PLUGIN", "VERSION", "STATE", "LOAD", "CALLS", "FAILED", "TIME", "FOLDER, OR WHY NOT"])
        for report in reports {
            let cost = report.cost
            table.append([
                .init(report.id), .init(report.version), .init(report.state.rawValue, report.state.colour),
                .init(Nanoseconds.phrase(cost.loadTime)), .init("\(cost.calls)"), .init("\(cost.failures)"),
                .init(Nanoseconds.phrase(cost.callTime)), .init(report.reason.isEmpty ? report.folder : report.reason),
            ])
        }
        return table
    }
}

extension PluginReport {
    /// The row as JSON; times in nanoseconds.
    fileprivate var json: Value {
        [
            "id": .string(id), "version": .string(version), "folder": .string(folder), "state": .string(state.rawValue),
            "reason": reason.isEmpty ? .null : .string(reason),
            "cost": [
                "loadTime": Value(cost.loadTime), "calls": Value(cost.calls), "failures": Value(cost.failures),
                "callTime": Value(cost.callTime),
            ],
        ]
    }
}

extension PluginReport.State {
    fileprivate var colour: Style.Colour? {
        switch self {
        case .ready, .loaded: .green
        case .disabled, .shadowed: .grey
        case .refused, .quarantined: .red
        }
    }
}
