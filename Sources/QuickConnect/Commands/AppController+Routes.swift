internal import QuickConnectPlugin

extension AppController {
    /// Makes the current route table, notes it in `record` and returns it.
    func buildRoutes(_ record: RecordPointer) -> UnsafePointer<RouteTable.Face> {
        while true {
            lock.locked {
                // Somebody else may have been faster.
                if controller.routes.pin(record) == nil { controller.routes.publish(makeTable()) }
            }
            if let table = controller.routes.pin(record) { return table }
        }
    }

    /// Under `lock`.
    private func makeTable() -> RouteTable {
        var routes: [RouteMemory] = []
        routes.reserveCapacity(mappings.count)
        for (command, mapping) in mappings {
            if let memory = mapping.memory {
                routes.append(memory)
            } else if let memory = makeRoute(command, mapping.objects) {
                mappings[command]?.memory = memory
                routes.append(memory)
            }
        }
        let unmapped = RouteMemory("", records(of: []), isMapped: false)
        return RouteTable(routes, unmapped: unmapped)
    }

    /// The route of a command; nil if all its plugins are disabled.
    private func makeRoute(_ command: String, _ objects: [MappedObject]) -> RouteMemory? {
        let own = objects.contains { controller.plugins.isEnabled($0.plugin) }
        return own ? RouteMemory(command, records(of: objects), isMapped: true) : nil
    }

    /// The classes that run for `objects`: stage by stage, those of `default` first.
    private func records(of objects: [MappedObject]) -> [UnsafeMutablePointer<ClassRecord>] {
        Stage.allCases.flatMap { stage in
            (defaults.filter { $0.stage == stage } + objects.filter { $0.stage == stage }).compactMap {
                controller.plugins.enabled($0.plugin)?.record($0.className)
            }
        }
    }

    /// What to say of a command that is not mapped.
    func explainUnmapped(_ command: String) -> String {
        let shown = command.count > 100 ? command.prefix(100) + "…" : command[...]
        if let reason = controller.plugins.whyUnmapped(command) {
            return "the command \(shown) is not mapped: \(reason)"
        }
        let commands = lock.locked { Array(mappings.keys) }
        guard let nearest = Nearness.nearest(to: command, in: commands) else {
            if let unread = controller.plugins.whyUnread {
                return "the command \(shown) is not mapped; a plugin that may serve it was refused: \(unread)"
            }
            return "the command \(shown) is not mapped; install the plugin that serves it, or map it to a class"
        }
        return "the command \(shown) is not mapped; did you mean \(nearest)?"
    }
}
