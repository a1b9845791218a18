/// What to call when a waiting object's request is cancelled, and what to call when that can no longer happen.
struct CancelHandler {
    let cancelled: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
    let context: UnsafeMutableRawPointer?
    let release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?

    func call() { cancelled?(context) }

    func dispose() { release?(context) }
}
