internal import Glibc

/// A failed system call: its `errno`, and the words that the C library has for it.
struct SystemError: Error, Equatable, CustomStringConvertible {
    let number: Int32

    /// The error of the call that has just failed on this thread.
    static var last: SystemError { SystemError(number: errno) }

    var description: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let base = buffer.baseAddress, strerror_r(number, base, buffer.count) == 0 else {
                return "error \(number)"
            }
            return String(cString: base)
        }
    }
}
