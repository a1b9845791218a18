internal import CGetopt
internal import Glibc

/// The words of a command line, sorted into options and the rest.
struct Arguments {
    /// What is no option, in order.
    private(set) var positional: [String] = []
    private var options: [(name: String, value: String)] = []

    /// The values of an option, in order.
    func values(_ rule: OptionRule) -> [String] { options.filter { $0.name == rule.name }.map(\.value) }

    /// The value of an option that counts once: the last.
    func value(_ rule: OptionRule) -> String? { values(rule).last }

    /// True if an option stands anywhere.
    func has(_ rule: OptionRule) -> Bool { options.contains { $0.name == rule.name } }

    /// Sorts `words` with `getopt_long`: options may stand anywhere before `--`, be shortened, and have their values behind
    /// `=` or in the next word. A word that begins like a negative JSON number is no option.
    ///
    /// - Parameter stopsAtFirst: True to leave all from the first word that is no option to somebody else.
    /// - Throws: The first word that cannot be understood.
    init(_ words: [String], rules: [OptionRule], stopsAtFirst: Bool = false) throws(Failure) {
        var table = GetoptTable(words, rules)
        defer { table.free() }
        while true {
            if let word = table.nextNumber {
                positional.append(word)
                table.skip()
                if stopsAtFirst { break }
                continue
            }
            let found = table.next()
            if found == .end { break }
            try take(found)
            if stopsAtFirst, !positional.isEmpty { break }
        }
        positional += table.rest
    }

    private mutating func take(_ found: GetoptTable.Found) throws(Failure) {
        switch found {
        case .end: break
        case .word(let word): positional.append(word)
        case .option(let name, let value): options.append((name, value))
        case .unknown(let word): throw .usage("there is no option \(word)")
        case .valueMissing(let word): throw .usage("the option \(word) needs a value")
        }
    }
}
