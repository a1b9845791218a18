internal import QuickConnectPlugin

/// Where classes of the main thread run, and whether a window is open.
///
/// While the main thread itself waits for a reply, it stands in for its own loop: what is meant for the main thread
/// runs inside the wait, so that nothing hangs.
// All state stands under `lock`.
final class MainPlace: @unchecked Sendable {
    private let lock = Lock()
    private let loop: (any CallerExecutor)?
    private var standIns: [WaitingCaller] = []

    init(loop: (any CallerExecutor)?) { self.loop = loop }

    /// True if there is no main loop, or this is its thread.
    var isHere: Bool { loop?.isCurrent ?? true }

    /// True if there is a main loop to hop to.
    var exists: Bool { loop != nil }

    /// Runs `work` on the main thread.
    func post(_ work: @escaping @Sendable () -> Void) {
        let executor: (any CallerExecutor)? = lock.locked { standIns.last ?? loop }
        if let executor { executor.post(work) } else { work() }
    }

    /// Runs `work` on `executor`; inside the main thread's wait if that is the executor's, and waits.
    func post(on executor: any CallerExecutor, _ work: @escaping @Sendable () -> Void) {
        if executor === loop { post(work) } else { executor.post(work) }
    }

    /// Waits for `caller`; on the main thread, as a stand-in for its loop.
    func wait(_ caller: WaitingCaller) {
        guard exists, isHere else {
            caller.wait()
            return caller.leave { Workers.post($0) }
        }
        lock.locked { standIns.append(caller) }
        caller.wait()
        lock.locked { standIns.removeAll { $0 === caller } }
        // After the removal, so that nothing goes in a circle.
        caller.leave { [self] in post($0) }
    }
}
