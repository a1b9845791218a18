public import CQuickConnect

/// How outcomes and errors of Swift command objects become those of the ABI.
public enum Answer {
    /// Hands `outcome` over, with its value stored in the request's memory.
    public static func give(
        _ outcome: Outcome, _ request: UnsafePointer<qc_request>, _ result: UnsafeMutablePointer<qc_value>
    ) -> qc_outcome {
        switch outcome {
        case .next: return qc_outcome(QC_NEXT)
        case .stop: return qc_outcome(QC_STOP)
        case .value(let value):
            guard let stored = value.stored({ request.pointee.calls.pointee.allocate(request, $0) }) else {
                return fail(CommandError(.tooLarge, "the result does not fit the request's memory"), request)
            }
            result.pointee = stored
            return qc_outcome(QC_NEXT)
        }
    }

    /// Hands `error` over.
    public static func fail(_ error: CommandError, _ request: UnsafePointer<qc_request>) -> qc_outcome {
        let calls = request.pointee.calls.pointee
        guard let data = error.data else {
            return calls.fail(request, error.code.rawValue, error.message, nil)
        }
        return withTemporaryValue(data) { calls.fail(request, error.code.rawValue, error.message, $0) }
            ?? calls.fail(request, error.code.rawValue, error.message, nil)
    }
}
