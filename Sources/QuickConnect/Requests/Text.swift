/// C strings that live as long as the process.
enum Text {
    /// A copy of `text` that is never freed. Only for what is made once.
    static func keep(_ text: String) -> UnsafePointer<CChar> {
        let utf8 = Array(text.utf8)
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: utf8.count + 1)
        for (index, byte) in utf8.enumerated() { copy[index] = CChar(bitPattern: byte) }
        copy[utf8.count] = 0
        return UnsafePointer(copy)
    }
}
