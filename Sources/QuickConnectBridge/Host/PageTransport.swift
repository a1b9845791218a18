internal import CJavaScriptCore
internal import Synchronization

/// Carries the messages of one script to the backend and what comes back to the script: the native side of
/// `__quickconnect`, which quickconnect.js describes.
// Unchecked: all state is touched only on the loop's thread; the closures that other threads call only post to the loop.
final class PageTransport: @unchecked Sendable {
    /// What `connect` gave: the functions to call in the script.
    private struct Handlers {
        let reply: JSObjectRef
        let progress: JSObjectRef
        let event: JSObjectRef
        let request: JSObjectRef
    }

    private enum Arrival {
        case reply
        case progress
    }

    private let context: JavaScriptContext
    private let loop: ScriptLoop
    private let backend: any CommandBackend
    private let page: UInt64
    private var handlers: Handlers?
    /// Called by `exit`, with the status.
    var onExit: (Int32) -> Void = { _ in }

    /// A request that has no reply yet.
    private struct Waiting {
        /// The backend's number; 0 while it is being sent.
        var number: UInt64 = 0
        let wantsReply: Bool
    }

    /// What has no reply yet, by the script's id.
    private var waiting: [UInt64: Waiting] = [:]
    /// The request that is being sent now, and its reply if that came at once.
    private var sending: UInt64 = 0
    private var immediate: [CChar]?
    private var listenedTo: Set<String> = []
    private var held = EventHold()
    private var isClosed = false

    private static let lastPage = Atomic<UInt64>(0)

    init(context: JavaScriptContext, loop: ScriptLoop, backend: any CommandBackend) {
        (self.context, self.loop, self.backend) = (context, loop, backend)
        page = Self.lastPage.add(1, ordering: .relaxed).newValue
        backend.observeEvents { [weak self] name, json in
            self?.post(EventHold.Event(name: name, json: Self.terminated(json)))
        }
    }

    /// Whether the script still waits for a reply or listens to an event.
    var keepsAlive: Bool {
        !waiting.isEmpty || !listenedTo.isEmpty
    }

    /// Whether any request, also one without a reply, is still under way.
    var hasUnfinished: Bool { !waiting.isEmpty }

    /// Leaves the page: nothing reaches the script any more. What it waits for is cancelled; what it sent without wanting a
    /// reply goes on.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        listenedTo = []
        for (id, request) in waiting where request.wantsReply {
            waiting[id] = nil
            backend.cancel(request.number)
        }
    }

    /// The object that quickconnect.js takes from the global `__quickconnect`.
    func makeObject() -> JSObjectRef? {
        context.object([
            "connect": { [unowned self] in connect($0) },
            "send": { [unowned self] in send($0) },
            "cancel": { [unowned self] in cancel($0) },
            "listen": { [unowned self] in listen($0) },
            "exit": { [unowned self] arguments in
                onExit(Int32(exactly: arguments.number(at: 0)) ?? 1)
                return nil
            },
        ])
    }

    /// Has the page run a command of its own: calls `handleJSONRequest`. Only on the loop's thread.
    func request(_ command: String, json: String) {
        guard !isClosed, let handlers else { return }
        context.call(handlers.request, context.string(command), context.string(json))
    }

    // MARK: - From the script

    private func connect(_ arguments: NativeArguments) -> JSValueRef? {
        guard handlers == nil, let object = arguments.object(at: 0),
            let reply = context.keptFunction("reply", of: object),
            let progress = context.keptFunction("progress", of: object),
            let event = context.keptFunction("event", of: object),
            let request = context.keptFunction("request", of: object)
        else { return nil }
        handlers = Handlers(reply: reply, progress: progress, event: event, request: request)
        return nil
    }

    private func send(_ arguments: NativeArguments) -> JSValueRef? {
        let id = arguments.identifier(at: 0)
        guard !isClosed, id != 0, waiting[id] == nil else { return nil }
        waiting[id] = Waiting(wantsReply: arguments.boolean(at: 2))
        let reply: @Sendable (UnsafeRawBufferPointer) -> Void = { [weak self] in self?.arrived(.reply, id, $0) }
        let progress: @Sendable (UnsafeRawBufferPointer) -> Void = { [weak self] in self?.arrived(.progress, id, $0) }
        let wantsProgress = arguments.boolean(at: 3)
        sending = id
        let number = arguments.withUTF8(at: 1) { message in
            backend.send(message, page: page, on: loop, progress: wantsProgress ? progress : nil, reply: reply)
        }
        sending = 0
        if let reply = immediate {
            immediate = nil
            waiting[id] = nil
            return context.string(terminated: reply)
        }
        waiting[id]?.number = number
        return nil
    }

    private func cancel(_ arguments: NativeArguments) -> JSValueRef? {
        if let request = waiting.removeValue(forKey: arguments.identifier(at: 0)) { backend.cancel(request.number) }
        return nil
    }

    private func listen(_ arguments: NativeArguments) -> JSValueRef? {
        let name = arguments.text(at: 0)
        guard arguments.boolean(at: 1), !isClosed else {
            listenedTo.remove(name)
            return nil
        }
        listenedTo.insert(name)
        for event in held.take(name) { post(event) }
        return nil
    }

    // MARK: - To the script

    /// Any thread. Posts what arrived, or keeps it for `send` to return: that saves a call into the script, and is done
    /// only where nothing that arrived earlier still waits.
    private func arrived(_ arrival: Arrival, _ id: UInt64, _ json: UnsafeRawBufferPointer) {
        let copy = Self.terminated(json)
        if arrival == .reply, loop.isCurrent, sending == id, immediate == nil, loop.isEmpty {
            immediate = copy
        } else {
            loop.post { [weak self] in self?.deliver(arrival, id, copy) }
        }
    }

    private func deliver(_ arrival: Arrival, _ id: UInt64, _ json: [CChar]) {
        // What was cancelled or answered is no longer in the list: a late arrival ends here.
        guard waiting[id] != nil else { return }
        if arrival == .reply { waiting[id] = nil }
        guard !isClosed, let handlers else { return }
        let function = arrival == .reply ? handlers.reply : handlers.progress
        context.call(function, context.number(Double(id)), context.string(terminated: json))
    }

    /// Any thread.
    private func post(_ event: EventHold.Event) {
        loop.post { [weak self] in self?.deliver(event) }
    }

    private func deliver(_ event: EventHold.Event) {
        guard !isClosed, let handlers else { return }
        guard listenedTo.contains(event.name) else { return held.hold(event) }
        context.call(handlers.event, context.string(event.name), context.string(terminated: event.json))
    }

    /// A copy with the NUL that JavaScriptCore looks for.
    private static func terminated(_ bytes: UnsafeRawBufferPointer) -> [CChar] {
        Array(unsafeUninitializedCapacity: bytes.count + 1) { buffer, count in
            UnsafeMutableRawBufferPointer(buffer).copyMemory(from: bytes)
            buffer[bytes.count] = 0
            count = bytes.count + 1
        }
    }
}
