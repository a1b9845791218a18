internal import CLinux
internal import CQuickConnect
internal import Glibc
internal import QuickConnectPlugin
internal import Synchronization

/// Why a request does not go on at once.
enum Pause {
    /// It does not pause: it ended.
    case ended
    /// Its next object may answer later, and from any thread tell how far it is: whom to tell must be noted first.
    case needsPending
    /// Its object answers later.
    case waits
    /// Another request holds the lane.
    case lane
    /// Its next object runs on the main thread, and this is another.
    case main
    /// Its next object must not run on the main thread, and this is it.
    case worker
    /// Its next object runs on the caller's thread, and this is another.
    case caller
}

extension UnsafeMutablePointer<RequestRecord> {
    /// Runs the request's objects on this thread, until it ends or must pause.
    @inline(__always)
    func run(_ route: UnsafePointer<CommandRoute>) -> Pause {
        let thread = qc_thread_records_here()
        let outer = thread.pointee.current
        thread.pointee.current = UnsafeMutableRawPointer(self)
        defer { thread.pointee.current = outer }
        if pointee.hasBegun, let pause = goOn(route) { return pause }
        pointee.hasBegun = true
        while pointee.step < route.pointee.stepCount, !pointee.hasEnded {
            let step = route.pointee.steps + pointee.step
            if step.pointee.object.pointee.runsAnywhere.load(ordering: .acquiring) {
                call(step)
            } else if let pause = callWithCare(step) {
                return pause
            }
            pointee.step += 1
            if pointee.isCancelled.load(ordering: .relaxed) { endCancelled(in: step.pointee.object) }
        }
        if route.pointee.isMapped, pointee.ending != .error { return .ended }
        return runToEnd(route)
    }

    /// Calls an object that may run on any thread, at any time.
    @inline(__always)
    private func call(_ step: UnsafePointer<RouteStep>) {
        let object = step.pointee.object
        var result = qc_value()
        if object.pointee.number >= pointee.countCapacity { growCounts(for: object.pointee.number) }
        let outcome: qc_outcome
        if pointee.counts[object.pointee.number].countCall() {
            outcome = callWithClock(step, &result)
        } else {
            outcome = callObject(step, &result)
        }
        if outcome == qc_outcome(QC_NEXT), pointee.token == nil {
            if result.kind != qc_kind(QC_ABSENT) { give(result, object) }
        } else {
            end(outcome, result, object)
        }
    }

    @inline(__always)
    private func callObject(_ step: UnsafePointer<RouteStep>, _ result: inout qc_value) -> qc_outcome {
        let object = step.pointee.object
        guard let function = object.pointee.doCommand else { return qc_outcome(QC_FAILED) }
        let before = qc_enter_call(step.pointee.place)
        defer { qc_leave_call(before) }
        return function(object.pointee.descriptor, object.pointee.instance, UnsafePointer(request), &result)
    }

    @inline(never)
    private func callWithClock(_ step: UnsafePointer<RouteStep>, _ result: inout qc_value) -> qc_outcome {
        let start = Clock.nanoseconds
        let outcome = callObject(step, &result)
        pointee.counts[step.pointee.object.pointee.number].countTime(Clock.nanoseconds - start)
        return outcome
    }

    /// Takes the value that an object gave.
    @inline(__always)
    private func give(_ result: qc_value, _ object: UnsafeMutablePointer<ClassRecord>) {
        switch object.pointee.stage {
        case .view: pointee.value = result
        case .business:
            pointee.value = result
            append(result, from: object.pointee.name)
        case .validation, .error: break
        }
    }

    /// Takes any answer but the plainest.
    @inline(never)
    private func end(_ outcome: qc_outcome, _ result: qc_value, _ object: UnsafeMutablePointer<ClassRecord>) {
        if let token = pointee.token {
            if outcome == qc_outcome(QC_WAIT) {
                pointee.isWaiting = true
                return
            }
            pointee.token = nil
            let isOnlyAnswer = token.abandonByReturn()
            token.release()
            guard isOnlyAnswer else { return breach("answered twice, by its token and by its return", object) }
        }
        settle(outcome, result, object)
    }

    /// Takes an answer, whichever way it came.
    private func settle(_ outcome: qc_outcome, _ result: qc_value, _ object: UnsafeMutablePointer<ClassRecord>) {
        switch outcome {
        case qc_outcome(QC_NEXT):
            if result.kind != qc_kind(QC_ABSENT) { give(result, object) }
        case qc_outcome(QC_STOP): stop(object)
        case qc_outcome(QC_FAILED): failed(object)
        case qc_outcome(QC_WAIT): breach("returned QC_WAIT without a token", object)
        default: breach("returned \(outcome), which is no outcome that this host knows", object)
        }
    }

    private func stop(_ object: UnsafeMutablePointer<ClassRecord>) {
        pointee.hasEnded = true
        guard !pointee.isInErrorStage else { return }
        noteObject()
        pointee.ending = .stop
    }

    private func failed(_ object: UnsafeMutablePointer<ClassRecord>) {
        if object.pointee.number < pointee.countCapacity { pointee.counts[object.pointee.number].countFailure() }
        guard !pointee.isInErrorStage else { return }
        guard pointee.failureStep == pointee.step else { return breach("failed without saying why", object) }
        pointee.ending = .error
        pointee.hasEnded = true
    }

    private func breach(_ what: String, _ object: UnsafeMutablePointer<ClassRecord>) {
        let plugin = object.pointee.plugin.takeUnretainedValue()
        let message = "\(String(cString: object.pointee.name)) of the plugin \(plugin.id) \(what); tell its author"
        if pointee.isInErrorStage {
            plugin.controller.log(.error, message, plugin: plugin.id)
            return
        }
        noteObject()
        fail(.pluginFailed, message)
        pointee.hasEnded = true
    }

    private func growCounts(for number: Int) {
        let capacity = Swift.max(number + 1, pointee.countCapacity * 2)
        let larger = UnsafeMutablePointer<CallCounts>.allocate(capacity: capacity)
        larger.moveInitialize(from: pointee.counts, count: pointee.countCapacity)
        for index in pointee.countCapacity..<capacity { (larger + index).initialize(to: CallCounts()) }
        pointee.controller.takeUnretainedValue().pool.replaceCounts(of: self, by: larger, capacity: capacity)
    }
}

extension UnsafeMutablePointer<RequestRecord> {
    /// Takes up a request that paused: the answer it waited for, or the news that nobody waits any more.
    ///
    /// - Returns: Why the request pauses again, or that it ended; nil if the next object is to run.
    @inline(never)
    private func goOn(_ route: UnsafePointer<CommandRoute>) -> Pause? {
        let object = pointee.isWaiting ? currentObject : nil
        if let object {
            takeLateAnswer(object)
            pointee.step += 1
        }
        if pointee.isInErrorStage { return runErrorStage(route) }
        if pointee.isCancelled.load(ordering: .relaxed) { endCancelled(in: object) }
        return nil
    }

    /// Runs the end of a command that is not mapped, and the error stage.
    @inline(never)
    private func runToEnd(_ route: UnsafePointer<CommandRoute>) -> Pause {
        if !route.pointee.isMapped, !pointee.hasEnded { failUnmapped() }
        guard pointee.ending == .error else { return .ended }
        pointee.isInErrorStage = true
        pointee.hasEnded = false
        pointee.step = 0
        withUnsafeMutablePointer(to: &pointee.failure) { pointee.request.failure = UnsafePointer($0) }
        return runErrorStage(route)
    }

    private func runErrorStage(_ route: UnsafePointer<CommandRoute>) -> Pause {
        while pointee.step < route.pointee.errorStepCount, !pointee.hasEnded {
            if let pause = callWithCare(route.pointee.errorSteps + pointee.step) { return pause }
            pointee.step += 1
        }
        return .ended
    }

    private func failUnmapped() {
        pointee.endingObject = nil
        pointee.hasEnded = true
        let command = Request(UnsafePointer(request)).command
        fail(.unknownCommand, pointee.controller.takeUnretainedValue().app.explainUnmapped(command))
    }

    /// Calls an object that must first be loaded, or that has a thread or a lane of its own.
    ///
    /// - Returns: Why the request pauses; nil if the object answered.
    @inline(never)
    private func callWithCare(_ step: UnsafePointer<RouteStep>) -> Pause? {
        let object = step.pointee.object
        let plugin = object.pointee.plugin.takeUnretainedValue()
        if !object.pointee.isReady.load(ordering: .acquiring), let error = plugin.bringUp(object) {
            refuse(error, object)
            return nil
        }
        if object.pointee.mayWait, pointee.pending == nil { return .needsPending }
        if object.pointee.thread != .any, pointee.lane == .none {
            let attempt = plugin.lane(of: object).take(self)
            guard attempt != .busy else { return .lane }
            pointee.lane = attempt == .held ? .held : .inherited
        }
        if let pause = elsewhere(object) { return pause }
        call(step)
        if pointee.isWaiting { return .waits }
        releaseLane()
        return nil
    }

    private func refuse(_ error: CommandError, _ object: UnsafeMutablePointer<ClassRecord>) {
        releaseLane()
        if pointee.isInErrorStage { return }
        noteObject()
        fail(
            error.code, error.message,
            data: error.data.flatMap { $0.stored { pointee.arena.allocate($0) } } ?? qc_value())
        pointee.hasEnded = true
    }

    private func takeLateAnswer(_ object: UnsafeMutablePointer<ClassRecord>) {
        guard let token = pointee.token else { return }
        let (outcome, value, isAbandoned) = (token.pointee.outcome, token.pointee.value, token.pointee.isAbandoned)
        pointee.token = nil
        pointee.isWaiting = false
        token.release()
        releaseLane()
        if isAbandoned { return breach("let go of its token without an answer", object) }
        settle(outcome, value, object)
    }

    /// The caller has its reply already; what is left is to let go of the record, by way of the error stage.
    ///
    /// - Parameter object: What ran meanwhile, for the error objects; nil if nothing did.
    @inline(never)
    private func endCancelled(in object: UnsafeMutablePointer<ClassRecord>?) {
        releaseLane()
        if let object { pointee.endingStage = object.pointee.stage }
        pointee.endingObject = object?.pointee.name
        let error = pointee.pending?.takeUnretainedValue().settledEarly
        fail(error?.code ?? .cancelled, error?.message ?? "nobody waits for the answer any more")
        pointee.hasEnded = true
    }

    /// Gives up the lane of the object that has run.
    func releaseLane() {
        let isHeld = pointee.lane == .held
        pointee.lane = .none
        guard isHeld, let object = currentObject else { return }
        object.pointee.plugin.takeUnretainedValue().lane(of: object).release(self)
    }

    /// Where the object runs, if not here.
    func elsewhere(_ object: UnsafeMutablePointer<ClassRecord>) -> Pause? {
        let controller = pointee.controller.takeUnretainedValue()
        let isView = object.pointee.stage == .view || object.pointee.stage == .error
        if controller.hasWindow {
            if isView || object.pointee.thread == .main { return controller.main.isHere ? nil : .main }
            return object.pointee.stage == .business && controller.main.isHere ? .worker : nil
        }
        guard object.pointee.thread == .main else { return nil }
        if controller.main.exists { return controller.main.isHere ? nil : .main }
        guard let executor = pointee.pending?.takeUnretainedValue().executor else { return nil }
        return executor.isCurrent ? nil : .caller
    }
}

/// The clock by which calls are measured: it does not jump.
enum Clock {
    /// Nanoseconds since some moment. clock_gettime(2)
    static var nanoseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec &* 1_000_000_000 &+ time.tv_nsec
    }
}
