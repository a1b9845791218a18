internal import Foundation

/// One rule, tried in a process of its own, which may crash or hang.
final class RuleProcess {
    private let rule: ConformanceRule
    private let folder: String
    private let program: String
    private let seed: UInt64
    private let deadline: Double
    private let scratch = ScratchFolder.make()

    init(_ rule: ConformanceRule, _ folder: String, program: String, seed: UInt64, deadline: Double) {
        self.rule = rule
        self.folder = folder
        self.program = program
        self.seed = seed
        self.deadline = deadline
    }

    deinit { ScratchFolder.remove(scratch) }

    /// True if the process wrote to its standard output.
    var wroteOutput: Bool {
        let size = try? FileManager.default.attributesOfItem(atPath: scratch + "/output")[.size] as? Int
        return (size ?? 0) > 0
    }

    /// Runs the process to its end, or to the deadline.
    func run() -> ConformanceResult {
        guard access(program, X_OK) == 0 else {
            return ConformanceResult(rule, .skipped, "\(program) is not there; build the product qc-conformance")
        }
        guard let process = start() else {
            return ConformanceResult(rule, .skipped, "\(program) cannot be run: \(String(cString: strerror(errno)))")
        }
        guard let status = wait(process) else {
            return ConformanceResult(rule, .failed, "it hung for \(Int(deadline)) s\(place)")
        }
        if status & 0x7F != 0 {
            return ConformanceResult(rule, .failed, "the process died of signal \(status & 0x7F)\(place)\(lastWords)")
        }
        return report ?? ConformanceResult(rule, .failed, "the process ended with \(status >> 8)\(place)\(lastWords)")
    }

    private func start() -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, scratch + "/output", O_WRONLY | O_CREAT, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, scratch + "/errors", O_WRONLY | O_CREAT, 0o600)
        let words = [
            program, "--rule", rule.rawValue, "--scratch", scratch, "--seed", String(seed), folder,
        ]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process = pid_t()
        let code = posix_spawn(&process, program, &actions, nil, &arguments, environ)
        errno = code
        return code == 0 ? process : nil
    }

    /// The status of the process; nil if it did not end in time, and was ended.
    private func wait(_ process: pid_t) -> Int32? {
        var status: Int32 = 0
        let end = Date().addingTimeInterval(deadline)
        while true {
            let found = waitpid(process, &status, WNOHANG)
            if found == process { return status }
            if Date() > end || (found < 0 && errno != EINTR) { break }
            usleep(2000)
        }
        kill(process, SIGKILL)
        waitpid(process, &status, 0)
        return nil
    }

    private func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: scratch + "/" + name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// What the process was doing, as the end of a sentence.
    private var place: String {
        let place = text("place") ?? ""
        return place.isEmpty ? "" : " at " + place
    }

    private var lastWords: String {
        guard let line = text("errors")?.split(separator: "\n").last else { return "" }
        return "; it said: \(line.prefix(300))"
    }

    private var report: ConformanceResult? {
        guard let lines = text("result")?.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false),
            let outcome = lines.first.flatMap({ ConformanceResult.Outcome(rawValue: String($0)) })
        else { return nil }
        return ConformanceResult(rule, outcome, lines.count > 1 ? String(lines[1]) : "")
    }
}
