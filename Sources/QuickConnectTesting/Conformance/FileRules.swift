internal import QuickConnect

/// The rules that can be tried without running the plugin's code.
struct FileRules {
    private let found: PluginFolder

    init(_ found: PluginFolder) { self.found = found }

    func check(_ rule: ConformanceRule) -> ConformanceResult {
        switch rule {
        case .manifest: manifest()
        case .preflight: preflight()
        default: exports()
        }
    }

    /// Why the plugin's code cannot be run; nil if it can.
    var whyNotToRun: String? {
        if let refusal = found.refusal { return "the plugin cannot be used: \(refusal)" }
        return preflightRefusal.map { "the library cannot be opened: \($0)" }
    }

    private var preflightRefusal: String? {
        do throws(PluginRefusal) {
            try found.plugin?.preflight()
            return nil
        } catch {
            return error.description
        }
    }

    private func manifest() -> ConformanceResult {
        if let refusal = found.refusal { return ConformanceResult(.manifest, .failed, refusal) }
        let warnings = found.plugin?.manifest?.warnings ?? []
        guard warnings.isEmpty else {
            let lines = warnings.map { "line \($0.line): \($0.message)" }.joined(separator: "; ")
            return ConformanceResult(.manifest, .failed, lines)
        }
        return ConformanceResult(.manifest, .passed)
    }

    private func preflight() -> ConformanceResult {
        if let refusal = found.refusal { return ConformanceResult(.preflight, .skipped, refusal) }
        return preflightRefusal.map { ConformanceResult(.preflight, .failed, $0) }
            ?? ConformanceResult(.preflight, .passed)
    }

    private func exports() -> ConformanceResult {
        if let problem = whyNotToRun { return ConformanceResult(.exports, .skipped, problem) }
        guard let names = found.plugin.flatMap({ ExportedSymbols.names(of: $0.libraryPath) }) else {
            return ConformanceResult(
                .exports, .skipped, "the library has no section table, so its symbols cannot be listed")
        }
        let others = names.subtracting(ExportedSymbols.allowed).sorted()
        guard !others.isEmpty else { return ConformanceResult(.exports, .passed) }
        let shown = others.prefix(5).joined(separator: ", ") + (others.count > 5 ? " and \(others.count - 5) more" : "")
        return ConformanceResult(
            .exports, .failed,
            "the library exports \(shown); export qc_plugin_entry alone, with -fvisibility=hidden or a version script")
    }
}
