internal import CQuickConnect

/// A request that a plugin started, until its reply: it may be cancelled from anywhere meanwhile.
// All state stands under `lock`; the host's table may be called on any thread.
final class NestedRequest: @unchecked Sendable {
    private let table: UnsafePointer<qc_dispatch>
    private let host: UnsafePointer<qc_host>
    private let lock = Lock()
    private var number: UInt64 = 0
    private var isCancelled = false
    private var waiter: CheckedContinuation<Reply, Never>?

    static var tooDeep: CommandError { CommandError(.tooDeep, "the parameters are nested too deeply") }

    init(table: UnsafePointer<qc_dispatch>, host: UnsafePointer<qc_host>) {
        self.table = table
        self.host = host
    }

    func start(
        _ command: String, _ parameters: [Value], _ parent: Request?, _ timeout: UInt32,
        _ waiter: CheckedContinuation<Reply, Never>
    ) {
        lock.locked { self.waiter = waiter }
        let context = Unmanaged.passRetained(self).toOpaque()
        let started = withTemporaryValue(.array(parameters)) { list in
            table.pointee.start(
                host, parent?.raw, command, list.pointee.as.elements, list.pointee.length, timeout,
                { context, reply in
                    guard let context, let reply else { return }
                    Unmanaged<NestedRequest>.fromOpaque(context).takeRetainedValue().settle(Reply(reply.pointee))
                }, context)
        }
        guard let started else {
            Unmanaged<NestedRequest>.fromOpaque(context).release()
            return settle(.error(NestedRequest.tooDeep))
        }
        let cancelsNow = lock.locked {
            number = started
            return isCancelled
        }
        if cancelsNow { table.pointee.cancel(host, started) }
    }

    func cancel() {
        let known = lock.locked {
            isCancelled = true
            return number
        }
        if known != 0 { table.pointee.cancel(host, known) }
    }

    private func settle(_ reply: Reply) {
        let waiter = lock.locked {
            defer { self.waiter = nil }
            return self.waiter
        }
        waiter?.resume(returning: reply)
    }
}
