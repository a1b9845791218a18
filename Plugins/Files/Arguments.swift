internal import CQuickConnect
internal import QuickConnectPlugin

/// The parameters of a command by name, in either form that callers write: one after another with an object of options
/// behind, or all in one object. `["a.txt", "text", {"append": true}]` is `{"name": "a.txt", "contents": "text", "append": true}`.
struct Arguments {
    private let parameters: Parameters
    private let names: [String]
    private let options: ValueView?
    private let isObject: Bool

    /// Sorts the parameters, and refuses what the command does not know.
    ///
    /// - Parameters:
    ///   - names: What may stand one after another; the first must be there.
    ///   - options: What else the object may hold.
    init(_ parameters: Parameters, _ names: [String], options: [String] = []) throws(CommandError) {
        self.parameters = parameters
        self.names = names
        isObject = parameters.count == 1 && parameters[0].kind == .object
        let place = isObject ? 0 : names.count
        self.options = parameters.isEmpty(at: place) ? nil : parameters[place]
        try parameters.expect(count: 0...names.count + (options.isEmpty ? 0 : 1))
        try checkOptions(at: place, isObject ? names + options : options)
    }

    private func checkOptions(at place: Int, _ known: [String]) throws(CommandError) {
        guard let options else { return }
        guard let members = options.members else {
            throw CommandError(.invalidParameters, "parameter \(place) must be an object of options, or left out")
        }
        for member in members {
            let key = ValueView(member.key).string ?? ""
            guard known.contains(key) else {
                let list = known.joined(separator: ", ")
                throw CommandError(
                    .invalidParameters, "parameter \(place) has no option \"\(key.prefix(40))\"; there are \(list)")
            }
        }
    }

    /// A value and where it stands, as in `parameter 1` or `parameter 0.contents`; nil if it is missing or null.
    func find(_ name: String) -> (value: ValueView?, place: String) {
        let index = names.firstIndex(of: name)
        if let index, !isObject {
            return (parameters.isEmpty(at: index) ? nil : parameters[index], "parameter \(index)")
        }
        let value = options?[name].flatMap { $0.kind == .null ? nil : $0 }
        return (value, "parameter \(isObject ? 0 : names.count).\(name)")
    }

    /// A path below the storage folder.
    func path(_ name: String) throws(CommandError) -> StoragePath {
        let (value, place) = find(name)
        guard let utf8 = value?.utf8 else { throw Arguments.mismatch(value, place, "a string, the path of a file") }
        return try StoragePath(utf8, place: place)
    }

    /// A choice; false if it is missing.
    func flag(_ name: String, default standard: Bool = false) throws(CommandError) -> Bool {
        let (value, place) = find(name)
        guard let value else { return standard }
        guard let flag = value.boolean else { throw Arguments.mismatch(value, place, "true or false") }
        return flag
    }

    /// A number of bytes, 0 or more; nil if it is missing. JavaScript's whole doubles count.
    func count(_ name: String) throws(CommandError) -> Int? {
        let (value, place) = find(name)
        guard let value else { return nil }
        let wanted = "a whole number from 0 to 9007199254740991"
        guard let number = value.integer ?? value.double.flatMap({ Int64(exactly: $0) }) else {
            throw Arguments.mismatch(value, place, wanted)
        }
        guard (0...9_007_199_254_740_991).contains(number) else {
            throw CommandError(.invalidParameters, "\(place) is \(number); it must be \(wanted)")
        }
        return Int(number)
    }

    /// How contents travel; UTF-8 text if it is missing.
    func encoding() throws(CommandError) -> ContentsEncoding {
        let (value, place) = find("encoding")
        guard let value else { return .utf8 }
        guard let encoding = value.string.flatMap(ContentsEncoding.init(rawValue:)) else {
            throw Arguments.mismatch(value, place, "\"utf8\", \"base64\" or \"bytes\"")
        }
        return encoding
    }

    /// The error for a value of another type or form than the one wanted.
    static func mismatch(_ value: ValueView?, _ place: String, _ wanted: String) -> CommandError {
        guard let value else {
            return CommandError(.invalidParameters, "\(place) is missing; it must be \(wanted)")
        }
        let found = value.kind?.phrase ?? "a value of an unknown kind"
        return CommandError(.invalidParameters, "\(place) is \(found); it must be \(wanted)")
    }
}
