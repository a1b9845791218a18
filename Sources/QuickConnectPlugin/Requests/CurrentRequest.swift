/// The request that an asynchronous command object carries out, known to all that its task calls.
///
/// So a request that the object starts without naming its own is still nested in it, and counts against the limit. Tasks that
/// outlive the object inherit it, too, so it is asked whether the request is still there.
enum CurrentRequest {
    @TaskLocal static var value: LaterAnswer?
}
