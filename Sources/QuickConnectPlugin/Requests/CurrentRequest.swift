/// The request that an asynchronous command object carries out, known to all that its task calls.
///
/// So a request that the object starts without naming its own is still nested in it, and counts against the limit. Tasks that
/// outlive the object inherit it, too, so it is asked whether the request is still there.
package enum CurrentRequest {
    @TaskLocal static var value: LaterAnswer?

    /// Lends the request that this task carries out to `body`; nil if it carries out none, or has answered it.
    package static func lend(_ body: (Request?) -> Void) {
        if let value { value.lend(body) } else { body(nil) }
    }
}
