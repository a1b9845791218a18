import Foundation
import QuickConnectBridge

/// Stands in for the front controller: answers by the command's name, and notes what it was sent.
final class FakeBackend: CommandBackend, @unchecked Sendable {
    typealias Answer = @Sendable (UnsafeRawBufferPointer) -> Void

    // Unchecked: all state is behind the lock.
    private let lock = NSLock()
    private var state = State()

    private struct State {
        var messages: [String] = []
        var cancelled: [UInt64] = []
        var finished = 0
        var waiting: [UInt64: Answer] = [:]
        var lastNumber: UInt64 = 0
        var listener: (@Sendable (String, UnsafeRawBufferPointer) -> Void)?
    }

    /// Run for the command "hook", on the caller's thread; set before the script runs.
    var hook: (() -> Void)?

    var messages: [String] { lock.withLock { state.messages } }
    var finished: Int { lock.withLock { state.finished } }
    var cancelled: [UInt64] { lock.withLock { state.cancelled } }

    func send(
        _ message: UnsafeRawBufferPointer, page: UInt64, on loop: ScriptLoop,
        progress: Answer?, reply: @escaping Answer
    ) -> UInt64 {
        let text = String(decoding: message, as: UTF8.self)
        let number = lock.withLock {
            state.messages.append(text)
            state.lastNumber += 1
            return state.lastNumber
        }
        answer(command(of: text), parameters(of: text), number, progress, reply)
        return number
    }

    private func answer(
        _ command: String, _ parameters: String, _ number: UInt64, _ progress: Answer?, _ reply: @escaping Answer
    ) {
        switch command {
        case "slow":
            detached {
                Thread.sleep(forTimeInterval: 0.03)
                give(reply, #"{"v":1,"ok":null}"#)
                self.lock.withLock { self.state.finished += 1 }
            }
        case "later": detached { give(reply, #"{"v":1,"ok":\#(parameters)}"#) }
        case "hook":
            hook?()
            give(reply, #"{"v":1,"ok":null}"#)
        case "never": lock.withLock { state.waiting[number] = reply }
        case "steps":
            for step in 1...3 { give(progress, "\(step)") }
            give(reply, #"{"v":1,"ok":"done"}"#)
        case "stepsLater":
            detached {
                for step in 1...3 { give(progress, "\(step)") }
                give(reply, #"{"v":1,"ok":"done"}"#)
                give(progress, "4")
            }
        case "stop": give(reply, #"{"v":1,"stop":{"stage":"validation","object":"AskValCO"}}"#)
        case "garbage": give(reply, "{")
        case "warn": give(reply, #"{"v":1,"ok":null,"warnings":["NaN became null"]}"#)
        case "raw": give(reply, #"{"v":1,"ok":9007199254740993}"#)
        case "emit":
            emit("tick", parameters)
            give(reply, #"{"v":1,"ok":null}"#)
        case "fail":
            let error = #"{"code":"NOT_FOUND","message":"no such thing","stage":"view","object":"XVCO","data":[7]}"#
            give(reply, #"{"v":1,"error":\#(error)}"#)
        case "twice":
            give(reply, #"{"v":1,"ok":1}"#)
            give(reply, #"{"v":1,"ok":2}"#)
        default: give(reply, #"{"v":1,"ok":\#(parameters)}"#)
        }
    }

    func cancel(_ request: UInt64) {
        let reply = lock.withLock {
            state.cancelled.append(request)
            return state.waiting.removeValue(forKey: request)
        }
        if let reply { give(reply, #"{"v":1,"error":{"code":"CANCELLED","message":"late"}}"#) }
    }

    func observeEvents(_ listener: @escaping @Sendable (String, UnsafeRawBufferPointer) -> Void) {
        lock.withLock { state.listener = listener }
    }

    func emit(_ name: String, _ json: String) {
        let listener = lock.withLock { state.listener }
        var json = json
        json.withUTF8 { listener?(name, UnsafeRawBufferPointer($0)) }
    }

    /// The command of an envelope or URL; the tests use plain names.
    private func command(of message: String) -> String {
        let marks = message.hasPrefix("call?") ? ("cmd=", "&") : (#""cmd":""#, "\"")
        guard let start = message.range(of: marks.0) else { return "" }
        return String(message[start.upperBound...].prefix { String($0) != marks.1 })
    }

    /// The parameters of an envelope, as the very text that was sent.
    private func parameters(of message: String) -> String {
        guard let start = message.range(of: #","params":"#),
            let end = message.range(of: #","reply":"#, options: .backwards)
        else { return "null" }
        return String(message[start.upperBound..<end.lowerBound])
    }
}

/// Hands text to an answer as bytes.
private func give(_ answer: FakeBackend.Answer?, _ text: String) {
    var text = text
    text.withUTF8 { answer?(UnsafeRawBufferPointer($0)) }
}

private func detached(_ body: @escaping @Sendable () -> Void) {
    Thread.detachNewThread(body)
}
