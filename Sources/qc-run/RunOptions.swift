internal import CGetopt

/// What the command line of `qc-run` asks for.
struct RunOptions {
    /// The app's folder.
    var app = ""
    /// True to run the app's scripts without a window.
    var isHeadless = false
    /// Directories in which to look for plugins first.
    var pluginDirectories: [String] = []
    /// Options that only a window can serve, as they were given.
    var windowOptions: [String] = []
    /// True to print the usage and end.
    var wantsHelp = false

    /// The usage, for people.
    static let usage = """
        usage: qc run APP --headless [--plugins DIR]...
        Runs the app in the folder APP: reads its app.json, loads its plugins, runs its scripts until nothing is pending.

          --headless         without a window; the scripts run in JavaScriptCore alone
          --plugins DIR      look for plugins in DIR first; any number of times
          --help             print this

        The exit status is what qc.exit was given; else 0, or 1 if an error was not caught or the app cannot be
        loaded; 2 if the command line is wrong.

        """

    /// The code of the first of the options; beyond what getopt returns for reasons of its own.
    private static let first = 256

    private static let options: [(name: StaticString, argument: Int32)] = [
        ("headless", no_argument), ("plugins", required_argument), ("help", no_argument),
        ("screenshot", required_argument), ("automation", no_argument), ("inspector", no_argument),
        ("trace", required_argument),
    ]

    /// Reads the command line of this process, with `getopt_long`.
    ///
    /// - Throws: What is wrong with it, in words.
    static func parse() throws(RunError) -> RunOptions {
        var table = options.enumerated().map { index, entry in
            let name = UnsafeRawPointer(entry.name.utf8Start).assumingMemoryBound(to: CChar.self)
            return option(name: name, has_arg: entry.argument, flag: nil, val: Int32(first + index))
        }
        table.append(option())
        var found = RunOptions()
        while true {
            let index = Int(qc_getopt_index())
            // In order, told by code, nothing printed.
            let code = getopt_long(CommandLine.argc, CommandLine.unsafeArgv, "-:", table, nil)
            if code == -1 { break }
            let word = CommandLine.arguments.indices.contains(index) ? CommandLine.arguments[index] : ""
            try found.take(Int(code), word, qc_getopt_argument().map { String(cString: $0) } ?? "")
        }
        // What follows "--".
        for word in CommandLine.arguments.dropFirst(Int(qc_getopt_index())) { try found.takeApp(word) }
        guard found.wantsHelp || !found.app.isEmpty else { throw .usage("name the folder of an app") }
        return found
    }

    private mutating func takeApp(_ word: String) throws(RunError) {
        guard app.isEmpty else { throw .usage("one app at a time; \"\(word)\" is one too many") }
        app = word
    }

    private mutating func take(_ code: Int, _ word: String, _ value: String) throws(RunError) {
        switch code {
        case Self.first: isHeadless = true
        case Self.first + 1: pluginDirectories.append(value)
        case Self.first + 2: wantsHelp = true
        case Self.first...: windowOptions.append(word)
        case 1: try takeApp(value)
        case Int(UInt8(ascii: ":")): throw .usage("the option \(word) needs a value")
        default: throw .usage("there is no option \(word)")
        }
    }
}
