/// Texts for errors that must be told when there is no memory left to tell them with.
enum FailureText {
    // Made once, never written, never freed.
    nonisolated(unsafe) static let tooLarge = Text.keep("TOO_LARGE")
    nonisolated(unsafe) static let noMemory = Text.keep("the request's memory is used up; send less at a time")
}
