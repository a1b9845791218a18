import CFloor
import Glibc
import QuickConnect
import QuickConnectPlugin
import Synchronization

/// A controller with the benchmark's plugin, staged as a user's would be.
final class RequestBench: Sendable {
    /// Where the benchmark's plugin lies.
    let folder: String
    private let controller: FrontController
    private let reply: @Sendable (ReplyView) -> Void
    private let counter: FailureCounter

    /// Serves the plugin in `folder`, or the one beside the program.
    init(folder: String?) {
        var configuration = HostConfiguration()
        self.folder = folder ?? RequestBench.besideTheProgram
        configuration.pluginDirectories = [self.folder]
        controller = FrontController(configuration)
        let counter = FailureCounter()
        self.counter = counter
        reply = { if $0.isError { counter.add() } }
        for number in 0..<998 {
            do {
                try controller.app.mapCommandToVCO("command\(number)", className: "PlaySoundVCO")
            } catch {
                print(error)
                exit(2)
            }
        }
    }

    /// How many requests were answered with an error.
    var failed: Int { counter.count.load(ordering: .relaxed) }

    func serve(_ bytes: UnsafeRawBufferPointer, rounds: Int) {
        let (controller, reply) = (controller, reply)
        for _ in 0..<rounds { controller.send(bytes, reply: reply) }
    }

    func serve(_ bytes: [UInt8], rounds: Int) {
        bytes.withUnsafeBytes { bytes in serve(bytes, rounds: rounds) }
    }

    /// Serves requests that are answered later, a hundred at a time.
    func serveLater(rounds: Int) {
        let message = Array("call?cmd=later&msg=7".utf8)
        for _ in 0..<rounds / 100 {
            for _ in 0..<100 { message.withUnsafeBytes { _ = controller.send($0, reply: reply) } }
            while controller.pendingCount > 0 { usleep(50) }
        }
    }

    func serveByFloor(_ bytes: UnsafeRawBufferPointer, rounds: Int) {
        bytes.withMemoryRebound(to: CChar.self) { text in
            guard let start = text.baseAddress else { return }
            for _ in 0..<rounds where !qc_floor_serve(start, text.count) { counter.add() }
        }
    }

    private static var besideTheProgram: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        let path = String(decoding: buffer.prefix(max(length, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return path.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/bench-plugins"
    }
}

/// Counts failures on any thread.
private final class FailureCounter: Sendable {
    let count = Atomic<Int>(0)
    func add() { count.add(1, ordering: .relaxed) }
}
