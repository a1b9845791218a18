import Foundation
import QuickConnectBridge

/// What running a script gave: its exit status and what it printed.
struct ScriptRun {
    let status: Int32
    let output: String
    let errors: String

    /// The lines of standard output.
    var lines: [String] {
        output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    /// Runs `source` as the file `main.js` in a machine of its own, to its end.
    init(
        _ source: String, backend: any CommandBackend = FakeBackend(), _ prepare: (ScriptHost) -> Void = { _ in }
    ) throws {
        try self.init(scripts: [Script(name: "main.js", text: source)], backend: backend, prepare)
    }

    init(
        scripts: [Script], backend: any CommandBackend = FakeBackend(), _ prepare: (ScriptHost) -> Void = { _ in }
    ) throws {
        let printed = Printed()
        let host = try ScriptHost(
            backend: backend,
            output: ScriptOutput { toStandardError, text in
                let text = String(decoding: text, as: UTF8.self)
                if toStandardError { printed.errors += text } else { printed.output += text }
            })
        prepare(host)
        status = host.run(scripts)
        (output, errors) = (printed.output, printed.errors)
    }

    /// Runs `source` on a thread of its own: a script's thread blocks, and asynchronous command objects need those of Swift.
    static func apart(_ source: String, backend: any CommandBackend) async throws -> ScriptRun {
        try await withCheckedThrowingContinuation { waiter in
            Thread.detachNewThread { waiter.resume(with: Result { try ScriptRun(source, backend: backend) }) }
        }
    }

    private final class Printed {
        var output = ""
        var errors = ""
    }
}
