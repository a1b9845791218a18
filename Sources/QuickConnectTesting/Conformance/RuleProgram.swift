internal import Foundation

/// The program `qc-conformance`: all rules for people, or one for ``PluginConformance``.
package enum RuleProgram {
    private static let usage =
        "usage: qc-conformance FOLDER      tries the rules that every plugin keeps on a plugin's folder\n"

    /// Runs the program with the words of its command line, without its own name.
    ///
    /// - Returns: The exit status: 0 if no rule failed, 1 if one did, 2 for a wrong command line.
    package static func run(_ words: [String]) async -> Int32 {
        if words.count == 1, !words[0].hasPrefix("-") { return await tryAll(words[0]) }
        guard words.count == 7, words[0] == "--rule", words[2] == "--scratch", words[4] == "--seed",
            let rule = ConformanceRule(rawValue: words[1]), let seed = UInt64(words[5])
        else {
            FileHandle.standardError.write(Data(usage.utf8))
            return 2
        }
        LiveRules(folder: words[6], scratch: words[3], seed: seed).run(rule)
        return 0
    }

    private static func tryAll(_ folder: String) async -> Int32 {
        guard FileManager.default.fileExists(atPath: folder + "/plugin.json") else {
            let problem = "qc-conformance: \(folder) holds no plugin.json; name the folder of a plugin\n"
            FileHandle.standardError.write(Data(problem.utf8))
            return 2
        }
        let results = await PluginConformance(folder: folder).run()
        for result in results { print(result) }
        return results.contains { $0.outcome == .failed } ? 1 : 0
    }
}
