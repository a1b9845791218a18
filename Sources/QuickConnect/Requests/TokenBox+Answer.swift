internal import CQuickConnect
internal import QuickConnectPlugin
internal import Synchronization

extension UnsafeMutablePointer<TokenBox> {
    /// Keeps the memory.
    func retain() { pointee.count.add(1, ordering: .relaxed) }

    /// Lets go of the memory.
    func release() {
        if pointee.count.subtract(1, ordering: .acquiringAndReleasing).newValue > 0 { return }
        deinitialize(count: 1)
        deallocate()
    }

    /// Notes that the plugin holds the token once more.
    func retainForPlugin() { pointee.held.add(1, ordering: .relaxed) }

    /// Notes that the plugin holds the token once less. Its last release, unanswered, is a failure of the plugin.
    func releaseFromPlugin() {
        guard pointee.held.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return }
        _ = answer(qc_outcome(QC_FAILED), qc_value(), isAbandoned: true)
        release()
    }

    /// Answers the request with which the object waits. False if it was answered before.
    func complete(_ outcome: qc_outcome, _ value: qc_value) -> Bool {
        retain()
        defer { release() }
        return answer(outcome, value, isAbandoned: false)
    }

    private func answer(_ outcome: qc_outcome, _ value: qc_value, isAbandoned: Bool) -> Bool {
        let claimed = pointee.lock.locked { () -> Bool in
            defer { pointee.isAnswered = true }
            return !pointee.isAnswered
        }
        guard claimed else { return false }
        (pointee.outcome, pointee.value, pointee.isAbandoned) = (outcome, value, isAbandoned)
        dropHandler()
        let order = pointee.state.compareExchange(
            expected: TokenBox.State.running.rawValue, desired: TokenBox.State.answeredEarly.rawValue,
            ordering: .acquiringAndReleasing)
        if order.exchanged || order.original == TokenBox.State.over.rawValue { return order.exchanged }
        pointee.state.store(TokenBox.State.over.rawValue, ordering: .releasing)
        pointee.record.resume()
        return true
    }

    /// Notes that the object returned `QC_WAIT`. True if the answer is still to come, and continues the request then.
    func beginWait() -> Bool {
        let order = pointee.state.compareExchange(
            expected: TokenBox.State.running.rawValue, desired: TokenBox.State.waiting.rawValue,
            ordering: .acquiringAndReleasing)
        if order.exchanged { return true }
        pointee.state.store(TokenBox.State.over.rawValue, ordering: .releasing)
        return false
    }

    /// Notes that the object answered by its return and will not by its token. False if it did that, too.
    func abandonByReturn() -> Bool {
        let isFirst = pointee.lock.locked { () -> Bool in
            defer { pointee.isAnswered = true }
            return !pointee.isAnswered
        }
        pointee.state.store(TokenBox.State.over.rawValue, ordering: .releasing)
        dropHandler()
        return isFirst
    }

    /// Sets what to call when the request is cancelled.
    func onCancel(_ handler: CancelHandler) -> Bool {
        let (isTaken, callsNow) = pointee.lock.locked { () -> (Bool, Bool) in
            guard !pointee.hasHandler, !pointee.isAnswered else { return (false, false) }
            pointee.hasHandler = true
            if pointee.isCancelled { return (true, true) }
            pointee.handler = handler
            return (true, false)
        }
        if callsNow { handler.call() }
        if callsNow || !isTaken { handler.dispose() }
        return isTaken
    }

    /// Tells the object that nobody waits for its answer any more.
    func cancel() {
        let handler = pointee.lock.locked { () -> CancelHandler? in
            pointee.isCancelled = true
            defer { pointee.handler = nil }
            return pointee.handler
        }
        handler?.call()
        handler?.dispose()
    }

    private func dropHandler() {
        let handler = pointee.lock.locked { () -> CancelHandler? in
            defer { pointee.handler = nil }
            return pointee.handler
        }
        handler?.dispose()
    }
}
