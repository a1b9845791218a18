internal import CLinux
internal import CQuickConnect
internal import QuickConnectPlugin

/// The memory of one route: made once, shared by the tables that hold it, freed with the last of them.
// What it owns is not changed after `init`.
final class RouteMemory: @unchecked Sendable {
    let route: UnsafeMutablePointer<CommandRoute>
    private let name: UnsafeMutablePointer<UInt8>
    private let steps: UnsafeMutablePointer<RouteStep>
    private let places: UnsafeMutablePointer<qc_call_place>
    private let count: Int

    /// A route for `command`, through `objects` in this order; error objects come last.
    init(_ command: String, _ objects: [UnsafeMutablePointer<ClassRecord>], isMapped: Bool) {
        let text = Array(command.utf8)
        name = .allocate(capacity: text.count + 1)
        for (index, byte) in text.enumerated() { name[index] = byte }
        name[text.count] = 0
        count = objects.count
        steps = .allocate(capacity: max(count, 1))
        places = .allocate(capacity: max(count, 1))
        let command = UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self)
        for (index, object) in objects.enumerated() {
            let plugin = object.pointee.plugin.takeUnretainedValue()
            places[index] = qc_call_place(
                plugin: plugin.idText, version: plugin.versionText, phase: ActivePlugin.commandPhase, command: command,
                inputs: plugin.inputsText)
            steps[index] = RouteStep(object: object, place: UnsafePointer(places + index))
        }
        let errors = objects.count { $0.pointee.stage == .error }
        route = .allocate(capacity: 1)
        route.initialize(
            to: CommandRoute(
                name: UnsafePointer(name), nameLength: text.count, steps: UnsafePointer(steps),
                stepCount: count - errors, errorSteps: UnsafePointer(steps + (count - errors)),
                errorStepCount: errors, isMapped: isMapped))
    }

    deinit {
        route.deallocate()
        steps.deallocate()
        places.deallocate()
        name.deallocate()
    }
}
