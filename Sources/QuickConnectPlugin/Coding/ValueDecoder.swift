/// Decodes types of a plugin's own from values in place, with errors that name the path and the type found.
struct ValueDecoder {
    /// What the outermost value is called in messages, as in "parameter 0".
    let place: String

    /// Decodes `type` from `view`.
    ///
    /// - Throws: `INVALID_PARAMETERS`.
    func decode<T: Decodable>(_ type: T.Type, from view: ValueView) throws(CommandError) -> T {
        do {
            return try DecodedPlace(view: view, codingPath: []).decode(type)
        } catch {
            throw CommandError(.invalidParameters, message(for: error))
        }
    }

    private func message(for error: any Error) -> String {
        switch error {
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "\(place)\(path(context.codingPath)) \(context.debugDescription)"
        // What the type itself says of a value that it does not take: a sentence of its own.
        case DecodingError.dataCorrupted(let context):
            "\(place)\(path(context.codingPath)) is refused: \(context.debugDescription)"
        case DecodingError.keyNotFound(let key, let context):
            "\(place)\(path(context.codingPath + [key])) is missing"
        case let error as CommandError: error.message
        default: "\(place) cannot be read: \(error)"
        }
    }

    private func path(_ keys: [any CodingKey]) -> String {
        keys.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    }
}
