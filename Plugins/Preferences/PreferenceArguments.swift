internal import CQuickConnect
internal import QuickConnectPlugin

/// The parameters of a command about one preference: a name and perhaps a value, one after another or in one object.
struct PreferenceArguments {
    /// The name.
    let name: PreferenceName
    /// The value; nil if none was given.
    let value: Value?

    /// Sorts the parameters.
    ///
    /// - Parameter key: What the value is called in an object; nil if the command takes none.
    /// - Throws: `INVALID_PARAMETERS` with the place, `BAD_ENCODING` if the name is not UTF-8.
    init(_ parameters: Parameters, value key: String?) throws(CommandError) {
        try parameters.expect(count: 1...(key == nil ? 1 : 2))
        let isObject = parameters.count == 1 && parameters[0].kind == .object
        if isObject { try PreferenceArguments.check(parameters[0], key.map { ["name", $0] } ?? ["name"]) }
        let name = isObject ? parameters[0]["name"] : parameters[0]
        self.name = try PreferenceArguments.name(name, isObject ? "parameter 0.name" : "parameter 0")
        let value = isObject ? key.flatMap { parameters[0][$0] } : parameters.count > 1 ? parameters[1] : nil
        self.value = value?.value
    }

    private static func check(_ object: ValueView, _ known: [String]) throws(CommandError) {
        for member in object.members ?? .init(start: nil, count: 0) {
            let key = ValueView(member.key).string ?? ""
            guard known.contains(key) else {
                throw CommandError(
                    .invalidParameters,
                    "parameter 0 has no member \"\(key.prefix(40))\"; there are \(known.joined(separator: ", "))")
            }
        }
    }

    private static func name(_ value: ValueView?, _ place: String) throws(CommandError) -> PreferenceName {
        guard let utf8 = value?.utf8 else {
            let found = value.map { $0.kind?.phrase ?? "a value of an unknown kind" } ?? "missing"
            throw CommandError(.invalidParameters, "\(place) is \(found); it must be a string, the preference's name")
        }
        guard (1...PreferenceName.limit).contains(utf8.count) else {
            throw CommandError(
                .invalidParameters,
                "\(place) has \(utf8.count) bytes; a preference's name has 1 to \(PreferenceName.limit)")
        }
        guard let text = String(validating: utf8, as: UTF8.self) else {
            throw CommandError(.badEncoding, "\(place) is not UTF-8; encode the name")
        }
        return PreferenceName(text: text)
    }
}
