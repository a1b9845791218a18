internal import Glibc
internal import QuickConnect

/// The program `qc`.
@main
enum CommandLineTool {
    /// The verbs that this program carries out itself, in the order of its help.
    static let verbs: [any Verb.Type] = [
        CallVerb.self, SendVerb.self, DecodeVerb.self, PluginVerb.self,
    ]

    static func main() {
        Output.occupyStandardDescriptors()
        let words = Array(CommandLine.arguments.dropFirst())
        do throws(Failure) {
            exit(try run(words))
        } catch {
            if let message = error.message { try? Output.error.write("qc: \(Table.visible(message))\n") }
            exit(error.status)
        }
    }

    private static let version = OptionRule(name: "version", value: nil, summary: "")

    private static func run(_ words: [String]) throws(Failure) -> Int32 {
        let leading = try Arguments(words, rules: [.plugins, .help, version], stopsAtFirst: true)
        if leading.has(version) { return try show("qc \(HostVersion.text)\n") }
        guard let verb = leading.positional.first else {
            guard leading.has(.help) else { throw .usage("name a verb; `qc --help` lists them") }
            return try show(VerbHelp.overview)
        }
        if leading.has(.help) { return try help([verb]) }
        let rest = leading.values(.plugins).flatMap { ["--plugins", $0] } + leading.positional.dropFirst()
        return verb == "help" ? try help(leading.positional.dropFirst()) : try run(verb, Array(rest))
    }

    private static func run(_ name: String, _ words: [String]) throws(Failure) -> Int32 {
        guard let verb = verbs.first(where: { $0.name == name }) else {
            try ExternalVerb.run(name, words)
            throw unknown(name)
        }
        do throws(Failure) {
            let arguments = try Arguments(words, rules: verb.allOptions)
            // A reader that leaves ends this program by its own decision, and a plugin's pipe does not end it at all.
            signal(SIGPIPE, SIG_IGN)
            if arguments.has(.help) { return try show(VerbHelp.text(for: verb)) }
            for complaint in arguments.values(.plugins).compactMap(PluginDirectories.complaint) {
                try Output.error.write("qc: \(Table.visible(complaint))\n")
            }
            return try verb.run(arguments)
        } catch {
            guard error.status == 2, let message = error.message else { throw error }
            throw .usage("\(name): \(message); `qc help \(name)` tells more")
        }
    }

    private static func help(_ words: some Sequence<String>) throws(Failure) -> Int32 {
        guard let name = words.first(where: { _ in true }) else { return try show(VerbHelp.overview) }
        if let verb = verbs.first(where: { $0.name == name }) { return try show(VerbHelp.text(for: verb)) }
        try ExternalVerb.run(name, ["--help"])
        throw unknown(name)
    }

    private static func unknown(_ name: String) -> Failure {
        let nearest = Nearness.nearest(to: name, in: verbs.map { $0.name } + ExternalVerb.all + ["help"])
        return .usage("there is no verb \(name); \(nearest.map { "did you mean \($0)?" } ?? "`qc --help` lists them")")
    }

    private static func show(_ text: String) throws(Failure) -> Int32 {
        signal(SIGPIPE, SIG_IGN)
        try Output.standard.write(text)
        return 0
    }
}
