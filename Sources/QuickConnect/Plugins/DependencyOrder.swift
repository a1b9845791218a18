/// Puts plugins behind those that they require, and refuses those whose requirements cannot be met.
struct DependencyOrder {
    /// What has its place so far; after ``sort()`` all.
    private(set) var plugins: [InstalledPlugin] = []

    private var found: [InstalledPlugin]
    private var positions: [String: Int] = [:]
    private var isPlaced: [Bool]

    /// One plugin whose requirements are being placed.
    private struct Step {
        let index: Int
        var next = 0
    }

    init(_ found: [InstalledPlugin]) {
        self.found = found
        isPlaced = Array(repeating: false, count: found.count)
        for (index, plugin) in found.enumerated() {
            if case .shadowed = plugin.state { continue }
            // One with a manifest counts before one whose manifest is refused, wherever it lies.
            guard let other = positions[plugin.id] else {
                positions[plugin.id] = index
                continue
            }
            if found[other].manifest == nil && plugin.manifest != nil { positions[plugin.id] = index }
        }
    }

    mutating func sort() {
        for index in found.indices where !isPlaced[index] { place(index) }
    }

    /// Places a plugin after what it requires. Without recursion: a chain of requirements is as long as its authors
    /// like.
    private mutating func place(_ first: Int) {
        var trail = [Step(index: first)]
        while let step = trail.last {
            guard let id = requirement(step) else {
                finish(step.index)
                trail.removeLast()
                continue
            }
            trail[trail.count - 1].next += 1
            guard let index = positions[id], !isPlaced[index] else { continue }
            if let start = trail.firstIndex(where: { $0.index == index }) {
                refuseCycle(trail[start...].map(\.index))
            } else {
                trail.append(Step(index: index))
            }
        }
    }

    private func requirement(_ step: Step) -> String? {
        let requires = found[step.index].manifest?.requires ?? []
        return step.next < requires.count ? requires[step.next] : nil
    }

    private mutating func finish(_ index: Int) {
        if found[index].isReady, let refusal = unmet(found[index]) { found[index].state = .refused(refusal) }
        isPlaced[index] = true
        plugins.append(found[index])
    }

    /// Why a requirement of `plugin` is not met: the requirements before it in the chain have been judged already.
    private func unmet(_ plugin: InstalledPlugin) -> PluginRefusal? {
        for id in plugin.manifest?.requires ?? [] {
            if let index = positions[id], found[index].isReady { continue }
            let chain = self.chain(from: plugin)
            let fault = chain.last.flatMap { positions[$0] }.map { found[$0] }
            let why = fault.map(Self.words) ?? "is not installed; install it"
            let words = chain.joined(separator: " requires ")
            return PluginRefusal(.dependencyMissing, "\(words), which \(why)", file: plugin.manifestPath)
        }
        return nil
    }

    /// The ids from `plugin` to the first one that is at fault itself.
    private func chain(from plugin: InstalledPlugin) -> [String] {
        var chain = [plugin.id]
        var current = plugin
        while let id = current.manifest?.requires.first(where: { positions[$0].map { !found[$0].isReady } ?? true }),
            !chain.contains(id)
        {
            chain.append(id)
            guard let index = positions[id] else { break }
            current = found[index]
            guard current.refusal?.code == .dependencyMissing else { break }
        }
        return chain
    }

    private static func words(_ plugin: InstalledPlugin) -> String {
        switch plugin.state {
        case .disabled: "is disabled; enable it"
        case .quarantined: "is in quarantine; see to it first"
        default: "is refused; see to it first"
        }
    }

    private mutating func refuseCycle(_ indices: [Int]) {
        let ids = indices.map { found[$0].id }
        let circle = (ids + [ids[0]]).joined(separator: " requires ")
        for index in indices where found[index].isReady {
            found[index].state = .refused(
                PluginRefusal(
                    .dependencyCycle, "\(circle): a circle has no beginning; take one of these out of `requires`",
                    file: found[index].manifestPath))
        }
    }
}
