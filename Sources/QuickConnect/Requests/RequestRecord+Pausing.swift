internal import QuickConnectPlugin

extension UnsafeMutablePointer<RequestRecord> {
    /// Goes on with a request on this thread, until it ends or pauses again. From here on its end is its own business.
    func resume() {
        guard let pending = pointee.pending?.takeUnretainedValue(), let route = pointee.route else { return }
        pending.goesOn()
        proceed(from: run(route), pending, route)
    }

    /// Goes on with a request that was given the lane it waited for, on the thread where it belongs.
    func resumeWithLane() {
        pointee.lane = .held
        guard let pending = pointee.pending?.takeUnretainedValue() else { return }
        let record = SendableRecord(self)
        if let executor = pending.executor {
            pointee.controller.takeUnretainedValue().main.post(on: executor) { record.pointer.resume() }
        } else {
            Workers.post { record.pointer.resume() }
        }
    }

    /// Does what a pause asks for, again and again, until the request ends or somebody else goes on with it.
    func proceed(from first: Pause, _ pending: PendingRequest, _ route: UnsafePointer<CommandRoute>) {
        var pause = first
        while true {
            let record = SendableRecord(self)
            switch pause {
            case .ended: return pending.finish()
            case .needsPending: break
            case .waits: if waits(pending) { return }
            case .lane: if waitsForLane(pending) { return }
            case .main: return pointee.controller.takeUnretainedValue().main.post { record.pointer.resume() }
            case .worker: return Workers.post { record.pointer.resume() }
            case .caller:
                guard let executor = pending.executor else { return Workers.post { record.pointer.resume() } }
                return pointee.controller.takeUnretainedValue().main.post(on: executor) { record.pointer.resume() }
            }
            pending.goesOn()
            pause = run(route)
        }
    }

    /// True if the answer is still to come.
    private func waits(_ pending: PendingRequest) -> Bool {
        guard let token = pointee.token else { return false }
        pending.waits(for: token)
        return token.beginWait()
    }

    /// True if the lane is still to come.
    private func waitsForLane(_ pending: PendingRequest) -> Bool {
        guard let object = currentObject else { return false }
        let lane = object.pointee.plugin.takeUnretainedValue().lane(of: object)
        pending.waits(for: lane)
        switch lane.takeOrWait(self) {
        case .queued: return true
        case .held: pointee.lane = .held
        case .inherited: pointee.lane = .inherited
        case .busy, .deadlock:
            refuseDeadlock()
        }
        return false
    }

    private func refuseDeadlock() {
        pointee.hasEnded = true
        guard !pointee.isInErrorStage else { return }
        noteObject()
        fail(.wouldBlock, "this request and another wait for each other's plugins; call them one after another")
    }
}

/// A record on its way to another thread.
// The thread that posts it does not touch it any more.
struct SendableRecord: @unchecked Sendable {
    let pointer: RecordPointer
    init(_ pointer: RecordPointer) { self.pointer = pointer }
}
