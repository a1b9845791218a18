internal import CQuickConnect

extension PluginHost {
    /// Sends a request to whatever is mapped to `command`, and awaits its reply.
    ///
    /// - Parameter request: The request on whose behalf it runs, if any: it counts against the nesting limit, and is
    ///   cancelled with it. It is cancelled with the calling task, too.
    /// - Parameter timeout: Milliseconds until `TIMED_OUT`; 0 is none.
    public func dispatch(
        _ command: String, _ parameters: [Value] = [], for request: Request? = nil, timeout: UInt32 = 0
    ) async -> Reply {
        guard let table = service(QC_DISPATCH, as: qc_dispatch.self) else { return PluginHost.noDispatch }
        let nested = NestedRequest(table: table, host: raw)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                PluginHost.withParent(request) { nested.start(command, parameters, $0, timeout, waiter) }
            }
        } onCancel: {
            nested.cancel()
        }
    }

    /// Sends a request to whatever is mapped to `command`, and returns with its reply.
    ///
    /// Where that would mean waiting for another thread, nothing runs and the reply is `WOULD_BLOCK`.
    /// Only inside ``CommandObject/doCommand(_:_:)``, on its thread.
    public func call(_ command: String, _ parameters: [Value] = [], for request: Request) -> Reply {
        guard let table = service(QC_DISPATCH, as: qc_dispatch.self) else { return PluginHost.noDispatch }
        var reply: Reply?
        withUnsafeMutablePointer(to: &reply) { place in
            let sent: Void? = withTemporaryValue(.array(parameters)) { list in
                table.pointee.call(
                    raw, request.raw, command, list.pointee.as.elements, list.pointee.length,
                    { $0?.assumingMemoryBound(to: Reply?.self).pointee = $1.map { Reply($0.pointee) } }, place)
            }
            if sent == nil { place.pointee = .error(NestedRequest.tooDeep) }
        }
        return reply ?? .error(CommandError(.internal, "the host gave no reply"))
    }

    /// Lends the request on whose behalf another is started: the one that was named, else the one that the task carries out.
    private static func withParent(_ named: Request?, _ body: (Request?) -> Void) {
        guard let current = CurrentRequest.value, named == nil || named?.raw == current.request.raw else {
            return body(named)
        }
        current.lend(body)
    }

    private static var noDispatch: Reply { .error(CommandError(.unavailable, "the host offers no dispatch")) }
}
