/// The help texts.
enum VerbHelp {
    /// Of the program as a whole.
    static var overview: String {
        var text = """
            usage: qc [--plugins DIR]... VERB [ARGUMENTS]
                   qc help VERB
                   qc --version

            QuickConnect: commands served by plugins.


            """
        let external = ExternalVerb.all
        let width = (ownNames + external).map(\.count).max() ?? 0
        for verb in CommandLineTool.verbs { text += row(verb.name, verb.summary, width) }
        for name in external { text += row(name, ExternalVerb.summary(of: name), width) }
        return text + "\nPlugins are looked for in each --plugins DIR, QC_PLUGIN_PATH, "
            + "$XDG_DATA_HOME/quickconnect/plugins,\nplugins beside the program, and "
            + "PREFIX/lib/quickconnect/plugins, in this order.\n"
    }

    /// Of one verb.
    static func text(for verb: any Verb.Type) -> String {
        var text = ""
        for (index, form) in verb.usage.enumerated() {
            text += (index == 0 ? "usage: " : "       ") + "qc \(verb.name) \(form)\n"
        }
        text += "\n" + verb.details + "\n"
        let width = verb.allOptions.map(\.phrase.count).max() ?? 0
        for option in verb.allOptions { text += row(option.phrase, option.summary, width) }
        return text
    }

    private static var ownNames: [String] { CommandLineTool.verbs.map { $0.name } }

    private static func row(_ left: String, _ right: String, _ width: Int) -> String {
        "  " + left + String(repeating: " ", count: max(width - left.count, 0) + 2) + right + "\n"
    }
}
