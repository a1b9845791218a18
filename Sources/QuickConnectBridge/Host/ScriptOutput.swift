internal import Glibc

/// Where a script's console prints.
package struct ScriptOutput {
    /// Writes UTF-8 text, on the loop's thread.
    package let print: (_ toStandardError: Bool, _ text: UnsafeRawBufferPointer) -> Void

    /// An output of any kind.
    package init(print: @escaping (_ toStandardError: Bool, _ text: UnsafeRawBufferPointer) -> Void) {
        self.print = print
    }

    /// The process's standard output and standard error, unbuffered.
    package static var standard: ScriptOutput {
        ScriptOutput { toStandardError, text in
            write(text, to: toStandardError ? STDERR_FILENO : STDOUT_FILENO)
        }
    }

    /// Writes all of `bytes`, waiting where the descriptor would block; stops at any other error, as nobody reads then.
    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) {
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if count >= 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            } else if errno == EAGAIN {
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&ready, 1, -1)
            } else if errno != EINTR {
                return
            }
        }
    }
}
