/// How large and how deep a message may be. What lies past a limit is answered `TOO_LARGE` or `TOO_DEEP`.
public struct Limits: Sendable, Equatable {
    /// Bytes of a JSON message or document. 64 MiB unless set; at most 4 GiB minus one.
    public var messageBytes = 64 << 20

    /// Bytes of a message in URL form, before decoding. 1 MiB unless set.
    public var urlBytes = 1 << 20

    /// Arrays and objects inside one another: `[[1]]` is two deep. 512 unless set.
    public var jsonDepth = 512

    /// Requests that run on behalf of one another. 32 unless set.
    public var nesting = 32

    /// Bytes that one request's values may take in memory, beyond its message. 256 MiB unless set.
    public var arenaBytes = 256 << 20

    /// The limits that hold where nothing else is said.
    public init() {}
}
