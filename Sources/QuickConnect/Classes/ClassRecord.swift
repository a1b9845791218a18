internal import CQuickConnect
internal import QuickConnectPlugin
internal import Synchronization

/// A class that commands are mapped to, in one controller: from its name, as a manifest gives it, to what runs it.
///
/// It lies in memory that never moves and lives as long as its controller, so that routes point at it. What is set once
/// the class is loaded is written before `isReady` and read after it.
struct ClassRecord: ~Copyable {
    /// What a call needs, valid while ready.
    var descriptor: UnsafePointer<qc_class>?
    var instance: UnsafeMutableRawPointer?
    var doCommand:
        (
            @convention(c) (
                UnsafePointer<qc_class>?, UnsafeMutableRawPointer?, UnsafePointer<qc_request>?,
                UnsafeMutablePointer<qc_value>?
            ) -> qc_outcome
        )?

    /// True while the class can be called.
    let isReady = Atomic<Bool>(false)

    /// True while the class can be called at once, on any thread: ready, `any`, never waiting, and no window open.
    let runsAnywhere = Atomic<Bool>(false)

    var thread = ThreadRule.serial
    var mayWait = false

    let stage: Stage
    /// The class's name; static.
    let name: UnsafePointer<CChar>
    /// Which of the counters of a request record are this class's.
    let number: Int
    /// What brings the class to life, and whom its calls exclude. Owned by the controller.
    let plugin: Unmanaged<ActivePlugin>

    init(stage: Stage, name: UnsafePointer<CChar>, number: Int, plugin: Unmanaged<ActivePlugin>) {
        self.stage = stage
        self.name = name
        self.number = number
        self.plugin = plugin
    }
}
