package import QuickConnectPlugin

extension JSONText {
    /// The value of a JSON text, copied.
    ///
    /// - Throws: What ``JSONParser/parse(_:)`` throws.
    package static func value(_ bytes: UnsafeRawBufferPointer, limits: Limits = Limits()) throws(MessageError) -> Value
    {
        var parser = JSONParser(limits: limits)
        return Value(ValueView(try parser.parse(bytes)))
    }

    /// The value of a JSON text, copied; nil if it is no JSON.
    package static func value(_ text: String) -> Value? {
        var text = text
        return text.withUTF8 { try? value(UnsafeRawBufferPointer($0)) }
    }
}
