internal import CJavaScriptCore

/// Runs the scripts of one app in bare JavaScriptCore, with a console, timers and quickconnect.js, until nothing is
/// pending any more.
///
/// Belongs to the thread that makes it. Errors that nobody catches are reported and the program goes on, as it does in a
/// web view; its exit status is 1 then.
package final class ScriptHost {
    private let context: JavaScriptContext
    private let loop = ScriptLoop()
    private let transport: PageTransport
    private let output: ScriptOutput
    private let start = ScriptLoop.now
    private var timers = TimerQueue()
    /// Functions of console.js and web.js.
    private var reportUncaught: JSObjectRef?
    private var fireTimer: JSObjectRef?

    private var hadUncaught = false
    private var exitStatus: Int32?
    /// Until when what was sent without wanting a reply may still take, once the program is to end.
    private var lastDeadline: UInt64?
    private static let lastWait: UInt64 = 5_000_000_000

    /// The number of the signal that asks the program to end, or 0. Read in each round of the loop.
    package var interruption: () -> Int32 = { 0 }

    /// Wakes the loop when a byte is written to it: for a signal handler.
    package var wakeDescriptor: Int32 { loop.wakeDescriptor }

    /// Makes a virtual machine and loads what every script expects.
    ///
    /// - Throws: The reason, where JavaScriptCore cannot start, as under a limit on address space.
    package init(backend: any CommandBackend, output: ScriptOutput = .standard) throws(BridgeError) {
        guard let context = JavaScriptContext() else { throw .engineFailed("it could not make a virtual machine") }
        self.context = context
        self.output = output
        transport = PageTransport(context: context, loop: loop, backend: backend)
        transport.onExit = { [unowned self] in exit($0) }
        context.uncaught = { [unowned self] in report("Uncaught ", $0, $1) }
        try loadRuntime()
    }

    /// Runs the scripts in order, then what they started, until nothing is pending: no timer, no call without its reply, no
    /// event listener. After `qc.exit`, what was sent without wanting a reply has five seconds to finish.
    ///
    /// - Returns: The exit status: what `qc.exit` was given; 128 and the signal's number after a signal; 1 if an error
    ///   was not caught, else 0.
    package func run(_ scripts: [Script]) -> Int32 {
        for script in scripts where exitStatus == nil {
            context.evaluate(script.text, name: script.name)
        }
        while isAlive {
            loop.runPosted()
            fireDueTimers()
            if loop.isEmpty, isAlive { loop.wait(until: lastDeadline ?? timers.nextDeadline()) }
        }
        transport.close()
        let status = exitStatus ?? 0
        return status == 0 && hadUncaught ? 1 : status
    }

    /// Has the page run a command of its own, as native code does. Only on the loop's thread.
    package func request(_ command: String, json: String) {
        transport.request(command, json: json)
    }

    private var isAlive: Bool {
        let signal = interruption()
        if signal != 0 {
            exit(128 + signal)
            return false
        }
        if let lastDeadline { return transport.hasUnfinished && ScriptLoop.now < lastDeadline }
        return !loop.isEmpty || timers.aliveCount > 0 || transport.keepsAlive
    }

    private func exit(_ status: Int32) {
        guard exitStatus == nil else { return }
        exitStatus = status
        lastDeadline = ScriptLoop.now + Self.lastWait
        transport.close()
    }

    private func fireDueTimers() {
        guard let fireTimer else { return }
        let (now, limit) = (ScriptLoop.now, timers.nextSequence)
        while exitStatus == nil, let id = timers.popDue(at: now, startedBefore: limit) {
            context.call(fireTimer, context.number(Double(id)))
        }
    }

    // MARK: - The runtime

    private func loadRuntime() throws(BridgeError) {
        let native = context.object([
            "print": { [unowned self] in print($0) },
            "now": { [unowned self] _ in context.number(Double(ScriptLoop.now - start) / 1e6) },
            "startTimer": { [unowned self] in startTimer($0) },
            "stopTimer": { [unowned self] in
                timers.stop($0.identifier(at: 0))
                return nil
            },
            "reportError": { [unowned self] in
                report("Uncaught ", $0.value(at: 0), nil)
                return nil
            },
        ])
        reportUncaught = load(PackageResources.console_js, "qc:console.js", native)
        fireTimer = load(PackageResources.web_js, "qc:web.js", native)
        guard reportUncaught != nil, fireTimer != nil else { throw .engineFailed("it could not run the runtime") }
        let global = JSContextGetGlobalObject(context.reference)
        if let global { context.set("__quickconnect", of: global, to: transport.makeObject()) }
        context.evaluate(QuickConnectScript.source, name: "qc:quickconnect.js")
        let rejected = context.function { [unowned self] in
            report("Uncaught (in promise) ", $0.value(at: 1), nil)
            return nil
        }
        if let rejected { UnhandledRejections.observe(in: context.reference, rejected) }
    }

    /// Evaluates a file that is one function, calls it with `native`, and returns the function that this gives.
    private func load(_ source: [UInt8], _ name: String, _ native: JSObjectRef?) -> JSObjectRef? {
        let value = context.evaluate(String(decoding: source, as: UTF8.self), name: name)
        guard let function = context.keptFunction(value) else { return nil }
        return context.keptFunction(context.call(function, native))
    }

    private func print(_ arguments: NativeArguments) -> JSValueRef? {
        let toStandardError = arguments.boolean(at: 0)
        arguments.withUTF8(at: 1) { output.print(toStandardError, $0) }
        return nil
    }

    private func startTimer(_ arguments: NativeArguments) -> JSValueRef? {
        let nanoseconds = max(0, arguments.number(at: 1)) * 1e6
        let delay = UInt64(exactly: nanoseconds.rounded()) ?? 0
        timers.start(
            arguments.identifier(at: 0), deadline: ScriptLoop.now + delay, keepsAlive: arguments.boolean(at: 2))
        return nil
    }

    private func report(_ kind: String, _ error: JSValueRef?, _ file: String?) {
        hadUncaught = true
        guard let reportUncaught else {
            return printPlainly("\(file ?? "?"): \(kind)error before the runtime was there\n")
        }
        // From here on an exception is one of the report's own.
        let outer = context.uncaught
        defer { context.uncaught = outer }
        context.uncaught = { [unowned self] _, _ in printPlainly("\(kind)error, which cannot be described\n") }
        let place = file.map { context.string($0) } ?? JSValueMakeUndefined(context.reference)
        context.call(reportUncaught, context.string(kind), error, place)
    }

    private func printPlainly(_ text: String) {
        var text = text
        text.withUTF8 { output.print(true, UnsafeRawBufferPointer($0)) }
    }
}
