internal import CGetopt
internal import Glibc

/// `getopt_long` over some words, in the order in which they stand.
///
/// - SeeAlso: <https://man7.org/linux/man-pages/man3/getopt.3.html>
struct GetoptTable {
    /// What the next step found.
    enum Found: Equatable {
        case end
        case word(String)
        case option(String, String)
        case unknown(String)
        case valueMissing(String)
    }

    private let words: [String]
    private let rules: [OptionRule]
    // getopt wants the program's name first, and a NULL at the end.
    private var pointers: [UnsafeMutablePointer<CChar>?]
    private var table: [option]

    init(_ words: [String], _ rules: [OptionRule]) {
        self.words = words
        self.rules = rules
        pointers = (["qc"] + words).map { strdup($0) } + [nil]
        table = rules.map {
            option(
                name: UnsafePointer(strdup($0.name)), has_arg: $0.value == nil ? no_argument : required_argument,
                flag: nil, val: GetoptTable.longOption)
        }
        table.append(option())
        // Begins anew, with no words: it reads only how to go on.
        qc_getopt_set_index(0)
        _ = getopt_long(1, pointers, GetoptTable.manner, table, nil)
    }

    // In order; errors are told by code, and not printed.
    private static let manner = "-:"
    private static let longOption = Int32(256)

    /// The next word, if it begins like a negative JSON number.
    var nextNumber: String? {
        let index = Int(qc_getopt_index()) - 1
        guard words.indices.contains(index) else { return nil }
        let bytes = words[index].utf8.prefix(2)
        guard bytes.count == 2, bytes.first == UInt8(ascii: "-") else { return nil }
        return bytes.last.map { (0x30...0x39).contains($0) } == true ? words[index] : nil
    }

    /// Goes past the next word.
    func skip() { qc_getopt_set_index(qc_getopt_index() + 1) }

    /// The words that were not reached.
    var rest: [String] { Array(words.dropFirst(Int(qc_getopt_index()) - 1)) }

    /// Takes one step.
    mutating func next() -> Found {
        var which = Int32(0)
        let start = Int(qc_getopt_index()) - 1
        let word = words.indices.contains(start) ? words[start] : ""
        let code = getopt_long(Int32(words.count + 1), pointers, GetoptTable.manner, table, &which)
        let value = qc_getopt_argument().map { String(cString: $0) } ?? ""
        switch code {
        case -1: return .end
        case 1: return .word(value)
        case GetoptTable.longOption: return .option(rules[Int(which)].name, value)
        case Int32(UInt8(ascii: ":")): return .valueMissing(word)
        default: return .unknown(word)
        }
    }

    /// Ends the use of the words.
    func free() {
        for pointer in pointers { Glibc.free(pointer) }
        for entry in table { Glibc.free(UnsafeMutablePointer(mutating: entry.name)) }
    }
}
