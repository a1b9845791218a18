public import CQuickConnect

/// One request, as a command object sees it.
///
/// It and all that is read from it in place are valid until the command object answers: until `doCommand` returns, the
/// asynchronous one included. It may go from thread to thread with the object's task, and must not be kept.
@frozen public struct Request: @unchecked Sendable {
    // The host lends it to one command object at a time, and that object's task is the only one to use it.

    /// The request of the plugin ABI.
    public let raw: UnsafePointer<qc_request>

    /// Reads `raw`.
    @inlinable public init(_ raw: UnsafePointer<qc_request>) { self.raw = raw }

    /// The command that the caller named.
    public var command: String {
        let start = UnsafeRawPointer(raw.pointee.command)?.assumingMemoryBound(to: UInt8.self)
        let length = start == nil ? 0 : Int(raw.pointee.command_length)
        return String(decoding: UnsafeBufferPointer(start: start, count: length), as: UTF8.self)
    }

    /// The caller's parameters, which never change.
    @inlinable public var parameters: Parameters {
        Parameters(base: raw.pointee.parameters, count: Int(raw.pointee.parameter_count))
    }

    /// What business objects gave so far, in order.
    public var results: Results {
        Results(raw: UnsafeBufferPointer(start: raw.pointee.results, count: Int(raw.pointee.result_count)))
    }

    /// The parameters followed by the results, copied: the list that the original framework kept.
    public var all: [Value] { parameters.values + results.map(\.value) }

    /// Where the request came from.
    public var source: Source {
        guard let source = raw.pointee.source?.pointee else { return .program }
        return Source(
            Source.Caller(rawValue: source.caller) ?? .foreignPage, window: source.window, page: source.page,
            origin: source.origin.map { String(cString: $0) })
    }

    /// The error of the request, for objects of the error stage, which cannot change it; else nil.
    public var error: CommandError? { raw.pointee.failure.map { CommandError($0.pointee) } }

    /// True once the caller has cancelled, its page has left or its time has run out. Any thread.
    public var isCancelled: Bool { raw.pointee.calls.pointee.is_cancelled(raw) }

    /// Throws `CANCELLED` once the caller has cancelled, its page has left or its time has run out.
    public func checkCancellation() throws(CommandError) {
        if isCancelled { throw CommandError(.cancelled, "the caller cancelled the request") }
    }

    /// Tells the caller how far the request is.
    ///
    /// - Parameter value: What the command documents; by custom a number from 0 to 1, or an object.
    /// - Returns: False if nobody listens.
    @discardableResult
    public func progress(_ value: Value) -> Bool {
        withTemporaryValue(value) { raw.pointee.calls.pointee.progress(raw, $0) } ?? false
    }
}
