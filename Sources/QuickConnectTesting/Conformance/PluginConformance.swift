internal import Foundation
internal import QuickConnect

/// The rules that every plugin keeps, tried on a plugin as it lies in its folder.
///
/// ```swift
/// let results = await PluginConformance(folder: "…/plugins/qc.sound").run()
/// #expect(results.filter { $0.outcome == .failed } == [])
/// ```
/// The plugin's code runs in processes of the program `qc-conformance`, one for each rule, which may crash or hang without
/// harm to the caller. Their settings, caches and storage lie in a folder that goes away; all else that a command does, it
/// does: every command is called with parameters of all kinds, so do not try a plugin that may delete what you need.
public struct PluginConformance: Sendable {
    /// The plugin's folder.
    public let folder: String

    /// The program that runs the plugin's code: `qc-conformance`, beside the running program unless set.
    public var program = PluginConformance.programBesideThisOne

    /// Decides which parameters commands are called with; the same seed gives the same ones.
    public var seed: UInt64 = 1

    /// Seconds after which a rule's process is taken to hang.
    public var deadline: Double = 60

    /// Rules for the plugin in `folder`; the plugins beside it are there, too, if it needs them.
    public init(folder: String) { self.folder = folder }

    /// Tries every rule. Takes seconds; the thread is free meanwhile.
    ///
    /// - Returns: One result for each rule, in the order of ``ConformanceRule``.
    public func run() async -> [ConformanceResult] {
        await withCheckedContinuation { done in
            Thread.detachNewThread { done.resume(returning: tryAll()) }
        }
    }

    private func tryAll() -> [ConformanceResult] {
        let found = PluginFolder(folder)
        let files = FileRules(found)
        var written: [String] = []
        return ConformanceRule.allCases.map { rule in
            if rule == .silence { return silence(written) }
            if !rule.runsCode { return files.check(rule) }
            if let problem = files.whyNotToRun { return ConformanceResult(rule, .skipped, problem) }
            return tryInProcess(rule, found.path, &written)
        }
    }

    private func tryInProcess(_ rule: ConformanceRule, _ path: String, _ written: inout [String]) -> ConformanceResult {
        var result = ConformanceResult(rule, .skipped)
        // The clock of a busy machine is no measure: the best of several loads counts.
        for _ in 0..<(rule == .loads ? 5 : 1) {
            let process = RuleProcess(rule, path, program: program, seed: seed, deadline: deadline)
            result = process.run()
            if process.wroteOutput { written.append(rule.rawValue) }
            if result.outcome != .failed { break }
        }
        return result
    }

    private func silence(_ written: [String]) -> ConformanceResult {
        guard !written.isEmpty else { return ConformanceResult(.silence, .passed) }
        return ConformanceResult(
            .silence, .failed,
            "the plugin wrote to standard output during \(written.joined(separator: ", ")); use the host's log")
    }

    private static var programBesideThisOne: String {
        let program = HostPaths.fromEnvironment().executable
        return String(program[..<(program.lastIndex(of: "/") ?? program.startIndex)]) + "/qc-conformance"
    }
}
