internal import CQuickConnect
public import QuickConnectPlugin
internal import Synchronization

extension FrontController {
    /// Adds a plugin that is linked into the program, with state of the program's own making.
    ///
    /// Its commands are mapped by ``AppController``.
    /// - Throws: `EXISTS` if a plugin with its id is there already.
    public func install<P: Plugin>(_ plugin: P, classes: [any CommandClass<P>.Type]) throws(CommandError) {
        _ = try plugins.adopt(P.describe(classes: classes), plugin)
    }

    /// Adds a plugin that is linked into the program; its state is made when a command first needs it.
    ///
    /// - Throws: `EXISTS` if a plugin with its id is there already.
    public func install<P: Plugin>(_ type: P.Type, classes: [any CommandClass<P>.Type]) throws(CommandError) {
        _ = try plugins.adopt(P.describe(classes: classes), nil)
    }

    /// Takes a plugin out of use at once: its commands are no longer mapped. Requests that are in it end as they would, then
    /// its state is ended. False if it was not in use.
    @discardableResult
    public func disablePlugin(_ id: String) -> Bool {
        guard let plugin = plugins.disable(id) else { return false }
        app.lock.locked { app.forgetRoutes() }
        // It holds the controller, which the plugin may call until it has ended.
        routes.withdraw(pool) { [self] in
            plugin.end()
            plugins.ended(plugin)
        }
        return true
    }

    /// Puts a plugin into use again, as it now lies in its directory: a new version of it is a new generation.
    ///
    /// - Throws: `NOT_FOUND` if it is not installed, `UNAVAILABLE` with the reason if it cannot be used.
    public func enablePlugin(_ id: String) throws(CommandError) {
        if plugins.isEnabled(id) { return }
        let catalog = PluginCatalog.discover(
            configuration.pluginDirectories, hostServices: HostServices.names,
            quarantine: PluginQuarantine(configuration.paths))
        guard let found = catalog.plugin(id) else {
            throw CommandError(.notFound, "no plugin with the id \(id) is installed")
        }
        if let refusal = found.refusal {
            throw CommandError(.unavailable, "the plugin \(id) cannot be used: \(refusal)")
        }
        let plugin = ActivePlugin(.installed(found), self, lanes: plugins.lanes)
        guard plugins.enable(plugin, catalog) else { return }
        map(plugin)
        app.lock.locked { app.forgetRoutes() }
        routesChanged()
    }

    /// One row for each plugin: what was found, refused and why, and what each has cost so far.
    public func report() -> [PluginReport] {
        let costs = self.costs()
        return plugins.catalog.plugins.map { plugin in
            var row = PluginReport(plugin)
            guard plugin.isReady || plugins.isDisabled(plugin.id) else { return row }
            if plugins.isDisabled(plugin.id) { (row.state, row.reason) = (.disabled, "disabled at run time") }
            let cost = costs[plugin.id] ?? ClassCost()
            row.cost.calls = UInt64(cost.calls)
            row.cost.failures = UInt64(cost.failures)
            row.cost.callTime = UInt64(cost.nanoseconds)
            plugins.enabled(plugin.id)?.tell(&row)
            return row
        }
    }

    /// The directories that are there and cannot be read.
    public var unreadableDirectories: [PluginRefusal] { plugins.catalog.unreadable }

    /// What the directories hold, as it was found.
    public var catalog: PluginCatalog { plugins.catalog }

    /// What the classes of each plugin have cost so far, by plugin.
    public func costs() -> [String: ClassCost] {
        classNumbers.byPlugin.mapValues { classes in
            classes.reduce(ClassCost()) { $0 + cost(ofClass: $1.number) }
        }
    }

    private func cost(ofClass number: Int) -> ClassCost {
        var (calls, failures, timed, nanoseconds) = (0, 0, 0, 0)
        pool.forEach { record in
            guard number < record.pointee.countCapacity else { return }
            let counts = record.pointee.counts + number
            calls += counts.pointee.calls.load(ordering: .relaxed)
            failures += counts.pointee.failures.load(ordering: .relaxed)
            timed += counts.pointee.timedCalls.load(ordering: .relaxed)
            nanoseconds += counts.pointee.nanoseconds.load(ordering: .relaxed)
        }
        var cost = ClassCost()
        cost.calls = calls
        cost.failures = failures
        cost.nanoseconds = timed == 0 ? 0 : Int(Double(nanoseconds) / Double(timed) * Double(calls))
        return cost
    }
}

extension ActivePlugin {
    /// Corrects a row by what has happened to the plugin.
    func tell(_ row: inout PluginReport) {
        lock.locked {
            row.cost.loadTime = loadTime
            switch state {
            case .active: row.state = .loaded
            case .failed(let error, _): (row.state, row.reason) = (.refused, error.message)
            case .idle, .comingUp, .ending, .ended: break
            }
        }
    }
}
