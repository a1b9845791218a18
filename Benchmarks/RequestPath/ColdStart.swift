import Glibc

/// How long `qc call` takes as a whole process, with many plugins installed and their files in the cache.
struct ColdStart {
    private let tool: String
    private let folder: String

    /// Installs the plugin in `source` into a new folder, and copies of it with other ids and commands, `plugins` in all.
    init?(tool: String, plugin source: String, plugins: Int) {
        var template = Array("/tmp/quickconnect-bench.XXXXXX".utf8CString)
        guard let made = mkdtemp(&template), let manifest = ColdStart.read(source + "/plugin.json") else { return nil }
        self.tool = tool
        folder = String(cString: made)
        ColdStart.install(manifest, source, folder + "/bench.sound")
        for number in 1..<plugins {
            let place = "\(folder)/bench.sound\(number)"
            let own = ColdStart.replace("playSound", "playSound\(number)", in: manifest)
            let named = ColdStart.replace("\"play\"", "\"play\(number)\"", in: own)
            let later = ColdStart.replace("\"later\"", "\"later\(number)\"", in: named)
            let renamed = ColdStart.replace("\"bench.sound\"", "\"bench.sound\(number)\"", in: later)
            ColdStart.install(renamed, source, place)
        }
    }

    private static func install(_ manifest: String, _ source: String, _ place: String) {
        mkdir(place, 0o755)
        write(manifest, place + "/plugin.json")
        _ = run("/bin/cp", ["cp", source + "/libSoundBench.so", place])
    }

    /// Takes the folder away.
    func remove() { _ = ColdStart.run("/bin/rm", ["rm", "-rf", folder]) }

    /// The medians of `rounds` runs, in milliseconds: from start to end, and on the processor, which other programs do not
    /// lengthen. Nil if a run fails.
    func medians(rounds: Int) -> (elapsed: Double, processor: Double)? {
        var times: [Double] = []
        var processorTimes: [Double] = []
        for _ in 0..<rounds {
            let start = Self.now()
            let spent = Self.processorTime()
            guard ColdStart.run(tool, ["qc", "call", "playSound", "-1", "--plugins", folder]) == 0 else { return nil }
            times.append((Self.now() - start) / 1e6)
            processorTimes.append((Self.processorTime() - spent) / 1e6)
        }
        return (PairedTimes.median(times.sorted()), PairedTimes.median(processorTimes.sorted()))
    }

    /// What ended children have spent on the processor, in nanoseconds. getrusage(2)
    private static func processorTime() -> Double {
        var usage = rusage()
        getrusage(RUSAGE_CHILDREN.rawValue, &usage)
        let seconds = Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        return seconds * 1e9 + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e3
    }

    /// clock_gettime(2), in nanoseconds.
    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    /// posix_spawn(3), with standard output and error to /dev/null; the exit status, or -1.
    private static func run(_ program: String, _ arguments: [String]) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        let texts = arguments.map { strdup($0) } + [nil]
        defer { for text in texts { free(text) } }
        var child = pid_t()
        let home = getenv("HOME").map { strdup("HOME=" + String(cString: $0)) } ?? nil
        defer { free(home) }
        guard posix_spawn(&child, program, &actions, nil, texts, [home, nil]) == 0 else { return -1 }
        var status: Int32 = 0
        guard waitpid(child, &status, 0) == child, status & 0x7F == 0 else { return -1 }
        return status >> 8 & 0xFF
    }

    private static func read(_ path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = fread(&buffer, 1, buffer.count, file)
        return String(decoding: buffer[..<count], as: UTF8.self)
    }

    private static func write(_ text: String, _ path: String) {
        guard let file = fopen(path, "w") else { return }
        fputs(text, file)
        fclose(file)
    }

    private static func replace(_ old: String, _ new: String, in text: String) -> String {
        var rest = text[...]
        var result = ""
        while let range = rest.firstRange(of: old) {
            result += rest[..<range.lowerBound] + new
            rest = rest[range.upperBound...]
        }
        return result + rest
    }
}
