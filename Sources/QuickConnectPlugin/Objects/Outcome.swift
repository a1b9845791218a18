/// How a command object answers, other than by throwing.
public enum Outcome: Sendable {
    /// Go on, without a value.
    case next
    /// Go on, with a value: of a business or view object it joins the results, and the last one is the reply.
    case value(Value)
    /// Run nothing more. No error: the reply says which object stopped.
    case stop
}

extension Outcome {
    /// Goes on with what `encodable` encodes to.
    ///
    /// - Throws: `INVALID_PARAMETERS` if it cannot be encoded, naming the place.
    public static func encoding(_ encodable: some Encodable) throws(CommandError) -> Outcome {
        .value(try ValueEncoder().encode(encodable))
    }
}
