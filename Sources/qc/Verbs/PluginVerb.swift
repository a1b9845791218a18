/// `qc plugin`: what is installed, and why something is not used.
enum PluginVerb: Verb {
    static let name = "plugin"
    static let summary = "list, inspect, enable and disable plugins, and tell why one is not used"
    static let usage = [
        "list [--load] [--json]", "inspect ID|FOLDER [--json]", "why ID|FILE|COMMAND|CLASS [--json]",
        "enable ID", "disable ID",
    ]
    static let details = """
        list      every plugin that was found, whether it can be used, and what it costs; no library is opened, unless
                  --load asks to load each one
        inspect   all that the manifest of one plugin says
        enable    lets a plugin be used again that was disabled, or that is in quarantine because it crashed
        disable   keeps a plugin from being used, from the next start of any program on
        why       where a command, a class, or a plugin by its id or a file was looked for, what was refused, and who won

        """
    static let load = OptionRule(name: "load", value: nil, summary: "of list: load every plugin, and measure it")
    static let options = [load, .json]

    static func run(_ arguments: Arguments) throws(Failure) -> Int32 {
        switch (arguments.positional.first, arguments.positional.count) {
        case ("list", 1): return try PluginList.run(arguments)
        case ("inspect", 2): return try PluginInspection.run(arguments)
        case ("why", 2): return try PluginTrace.run(arguments)
        case ("enable", 2): return try PluginSwitch.run(arguments, disabled: false)
        case ("disable", 2): return try PluginSwitch.run(arguments, disabled: true)
        case ("list", _): throw .usage("list takes no arguments")
        case ("inspect", _): throw .usage("inspect takes the id or the folder of one plugin")
        case ("why", _): throw .usage("why takes one id, file, command or class")
        case ("enable", _), ("disable", _): throw .usage("enable and disable take the id of one plugin")
        case (let word?, _): throw .usage("there is no \(word); say list, inspect, why, enable or disable")
        case (nil, _): throw .usage("say list, inspect, why, enable or disable")
        }
    }
}
