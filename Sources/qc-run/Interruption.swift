internal import Glibc
internal import Synchronization

/// Notes SIGINT and SIGTERM, so that the program ends in order: what is pending is cancelled, plugins are deactivated.
///
/// The second signal ends the process at once; so does the first, a moment later, if a script that never returns keeps the
/// loop from seeing it.
enum Interruption {
    /// The seconds that the loop has to notice a signal.
    private static let grace: UInt32 = 2

    private static let received = Atomic<Int32>(0)
    private static let descriptor = Atomic<Int32>(-1)

    /// The number of the signal that came, or 0. Whoever asks sees to the end from then on.
    static var signal: Int32 {
        let number = received.load(ordering: .relaxed)
        if number != 0 { alarm(0) }
        return number
    }

    /// Has signals wake the loop behind `wakeDescriptor`, which stays open as long as the process lives.
    static func observe(waking wakeDescriptor: Int32) {
        descriptor.store(wakeDescriptor, ordering: .relaxed)
        // Touched here once, so that the handler finds both made.
        received.store(0, ordering: .relaxed)
        var action = sigaction()
        action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_RESTART
        action.__sigaction_handler.sa_handler = { number in
            Interruption.received.store(number, ordering: .relaxed)
            var byte: UInt8 = 1
            _ = write(Interruption.descriptor.load(ordering: .relaxed), &byte, 1)
            alarm(Interruption.grace)
        }
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM] {
            sigaction(number, &action, nil)
            sigaddset(&signals, number)
        }
        endAtAlarm()
        sigaddset(&signals, SIGALRM)
        // A parent's thread may have had them blocked, as those of dispatch have, and hand that on.
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }
    /// Has an alarm end the process by the signal that came: its handler is gone by then.
    private static func endAtAlarm() {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in kill(getpid(), Interruption.received.load(ordering: .relaxed)) }
        sigaction(SIGALRM, &action, nil)
    }
}
