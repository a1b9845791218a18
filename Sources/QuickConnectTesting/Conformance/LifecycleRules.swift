internal import Foundation
internal import QuickConnect
internal import QuickConnectPlugin

/// What a plugin must leave as it found it.
struct LifecycleRules {
    let configuration: HostConfiguration
    let id: String

    /// Activates the plugin in controllers of its own, again and again, and looks at what the process holds.
    func leaks() -> LiveRules.Finding {
        // The first ones make what stays: the loaded library, the caches of the system's libraries.
        for _ in 0..<3 { if let problem = activateOnce() { return (.failed, problem) } }
        let before = held
        for _ in 0..<100 { if let problem = activateOnce() { return (.failed, problem) } }
        // A thread that was joined may still be listed for a moment.
        for _ in 0..<50 where held != before { usleep(10_000) }
        let after = held
        let (threads, files) = (max(0, after.threads - before.threads), max(0, after.files - before.files))
        guard threads > 0 || files > 0 else { return (.passed, "") }
        return (
            .failed, "100 activations left \(threads) threads and \(files) file descriptors; end them in deactivate"
        )
    }

    private func activateOnce() -> String? {
        let controller = FrontController(configuration)
        do throws(CommandError) {
            try controller.activatePlugin(id)
            return nil
        } catch {
            return error.message
        }
    }

    private struct Held: Equatable {
        var threads: Int
        var files: Int
    }

    private var held: Held {
        Held(threads: entries("/proc/self/task"), files: entries("/proc/self/fd"))
    }

    private func entries(_ folder: String) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
    }

    /// Activates the plugin in two controllers at once, ends one, and activates it in a third.
    func controllers() -> LiveRules.Finding {
        let pair = [FrontController(configuration), FrontController(configuration)]
        let problems = Guarded<[String]>([])
        let id = id
        DispatchQueue.concurrentPerform(iterations: 2) { index in
            do throws(CommandError) { try pair[index].activatePlugin(id) } catch {
                problems.withLock { $0.append(error.message) }
            }
        }
        if let problem = problems.withLock({ $0.first }) { return (.failed, problem) }
        if let problem = activateOnce() { return (.failed, "a third controller: \(problem)") }
        return (.passed, "")
    }
}
