/// The request that an asynchronous command object carries out, known to all that its task calls.
///
/// So a request that the object starts without naming its own is still nested in it, and counts against the limit.
enum CurrentRequest {
    @TaskLocal static var value: Request?
}
