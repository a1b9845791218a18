internal import CLinux
internal import CQuickConnect
internal import QuickConnectPlugin

/// One step of a command: a class to call, and what to note where the process dies in it.
struct RouteStep {
    let object: UnsafeMutablePointer<ClassRecord>
    let place: UnsafePointer<qc_call_place>
}

/// What runs when a command is requested, in raw memory: its steps in order, and those of its errors.
struct CommandRoute {
    /// The command; not counted NUL follows.
    let name: UnsafePointer<UInt8>
    let nameLength: Int
    let steps: UnsafePointer<RouteStep>
    let stepCount: Int
    let errorSteps: UnsafePointer<RouteStep>
    let errorStepCount: Int
    /// False for what answers commands that are not mapped.
    let isMapped: Bool
}
