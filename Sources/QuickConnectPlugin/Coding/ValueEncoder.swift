/// Encodes types of a plugin's own to values.
struct ValueEncoder {
    /// Encodes `encodable`.
    ///
    /// - Throws: `INVALID_PARAMETERS` if the type refuses, naming the path.
    func encode(_ encodable: some Encodable) throws(CommandError) -> Value {
        let place = EncodedPlace(codingPath: [])
        do {
            try place.encode(encodable)
        } catch let error as CommandError {
            throw error
        } catch {
            throw CommandError(.invalidParameters, "the result cannot be encoded: \(error)")
        }
        return place.value
    }
}
