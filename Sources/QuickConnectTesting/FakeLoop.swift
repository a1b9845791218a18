internal import Foundation
public import QuickConnect

/// A loop on a thread of its own, as a program's main loop would be: for tests of what runs where.
///
/// Call ``end()`` when done; the thread lives until then.
public final class FakeLoop: CallerExecutor {
    private let queue = LoopQueue()

    /// Starts the thread.
    public init() {
        let queue = queue
        Thread.detachNewThread {
            Thread.current.threadDictionary[FakeLoop.mark] = true
            queue.run()
        }
    }

    private static let mark = "QuickConnectTesting.FakeLoop"

    /// True on the thread of a loop, whichever that is.
    public static var isHere: Bool { Thread.current.threadDictionary[mark] != nil }

    /// True on this loop's thread.
    public var isCurrent: Bool { queue.isCurrent }

    /// Runs `work` on the loop's thread, after what was posted before.
    public func post(_ work: @escaping @Sendable () -> Void) { queue.add(work) }

    /// Ends the thread once all that was posted has run.
    public func end() { queue.add(nil) }

    /// Runs `work` on the loop and awaits its end.
    public func run<T: Sendable>(_ work: @escaping @Sendable () -> T) async -> T {
        await withCheckedContinuation { done in post { done.resume(returning: work()) } }
    }
}

/// Work in its order, and the thread that does it.
// All state stands under `condition`.
private final class LoopQueue: @unchecked Sendable {
    private let condition = NSCondition()
    private var work: [(@Sendable () -> Void)?] = []
    private var thread: pthread_t?

    var isCurrent: Bool {
        condition.lock()
        defer { condition.unlock() }
        return thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
    }

    /// Adds work; nil is the end.
    func add(_ item: (@Sendable () -> Void)?) {
        condition.lock()
        work.append(item)
        condition.signal()
        condition.unlock()
    }

    func run() {
        condition.lock()
        thread = pthread_self()
        condition.unlock()
        while let item = next() { item() }
    }

    private func next() -> (@Sendable () -> Void)? {
        condition.lock()
        defer { condition.unlock() }
        while work.isEmpty { condition.wait() }
        return work.removeFirst()
    }
}
