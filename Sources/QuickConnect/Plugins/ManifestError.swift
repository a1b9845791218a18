/// What is wrong in a manifest, and at which value.
struct ManifestError: Error {
    let code: PluginRefusal.Code
    let message: String
    /// The value; where a key is missing, the object that lacks it.
    let path: [JSONStep]

    /// With the place looked up in the manifest's bytes.
    func refusal(file: String, bytes: UnsafeRawBufferPointer) -> PluginRefusal {
        let place = TextPlace(offset: JSONFinder.range(of: path, in: bytes).lowerBound, in: bytes)
        return PluginRefusal(code, message, file: file, line: place.line, column: place.column)
    }
}
