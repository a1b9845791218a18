import QuickConnect
import QuickConnectPlugin

/// A plugin whose classes note that they ran, for tests of what runs when.
final class Probe: Plugin {
    static let id = "test.probe"
    static let version = "1.0.0"

    let trace = Trace()
    let host: PluginHost?

    init(host: PluginHost) { self.host = host }
    init() { host = nil }
    func deactivate() { trace.note("deactivated") }

    static let classes: [any CommandClass<Probe>.Type] = [
        FirstValCO.self, SecondValCO.self, StopValCO.self, FailValCO.self, GiveBCO.self, AddBCO.self, ShowVCO.self,
        EchoVCO.self, SilentVCO.self, FailVCO.self, ForeignCodeVCO.self, HostCodeVCO.self, ReportECO.self, FailECO.self,
        LaterBCO.self, WaitVCO.self, WaitSeriallyVCO.self, SeeAllVCO.self, AnyVCO.self, MainVCO.self,
        WhereBCO.self, WhereVCO.self, StuckBCO.self, HoldBCO.self,
    ]

    /// A controller with this plugin installed, and its instance.
    static func controller(
        _ change: (inout HostConfiguration) -> Void = { _ in }
    ) throws -> (FrontController, Probe) {
        var configuration = HostConfiguration()
        configuration.log = { _ in }
        change(&configuration)
        let controller = FrontController(configuration)
        let probe = Probe()
        try controller.install(probe, classes: classes)
        return (controller, probe)
    }
}

/// What ran, in order. Any thread.
final class Trace: Sendable {
    private let entries = Locked<[String]>([])
    func note(_ entry: String) { entries.withLock { $0.append(entry) } }
    var all: [String] { entries.withLock { $0 } }
    var joined: String { all.joined(separator: " ") }
}

final class FirstValCO: CommandObject {
    static let stage = Stage.validation
    static func doCommand(_ request: Request, _ plugin: Probe) throws(CommandError) -> Outcome {
        plugin.trace.note("FirstValCO")
        return .value("ignored")
    }
}

final class SecondValCO: CommandObject {
    static let stage = Stage.validation
    static func doCommand(_ request: Request, _ plugin: Probe) throws(CommandError) -> Outcome {
        plugin.trace.note("SecondValCO")
        return .next
    }
}

final class StopValCO: CommandObject {
    static let stage = Stage.validation
    static func doCommand(_ request: Request, _ plugin: Probe) throws(CommandError) -> Outcome {
        plugin.trace.note("StopValCO")
        return .stop
    }
}

final class FailValCO: CommandObject {
    static let stage = Stage.validation
    static func doCommand(_ request: Request, _ plugin: Probe) throws(CommandError) -> Outcome {
        throw CommandError(.denied, "sign in first", data: ["realm": "test"])
    }
}

final class GiveBCO: CommandObject {
    static let stage = Stage.business
    static func doCommand(_ request: Request, _ plugin: Probe) throws(CommandError) -> Outcome {
        plugin.trace.note("GiveBCO")
        return .value(.string("given \(request.parameters.count)"))
    }
}

final class AddBCO: CommandObject {
    static let stage = Stage.business
    static func doCommand(_ request: Request, _ plugin: Probe) throws(CommandError) -> Outcome {
        plugin.trace.note("AddBCO after \(request.results.count)")
        return .value(.array(request.results.map(\.value) + request.parameters.values))
    }
}

final class ShowVCO: CommandObject {
    static let stage = Stage.view
    static func doCommand(_ request: Request, _ plugin: Probe) throws(CommandError) -> Outcome {
        let given = request.results.map { "\($0.object)=\($0.value)" }.joined(separator: ",")
        plugin.trace.note("ShowVCO \(given)")
        return .value("shown")
    }
}

final class EchoVCO: CommandObject {
    static let stage = Stage.view
    static func doCommand(_ request: Request, _ plugin: Probe) throws(CommandError) -> Outcome {
        .value(.array(request.parameters.values))
    }
}

final class SilentVCO: CommandObject {
    static let stage = Stage.view
    static func doCommand(_ request: Request, _ plugin: Probe) throws(CommandError) -> Outcome {
        plugin.trace.note("SilentVCO")
        return .next
    }
}

final class FailVCO: CommandObject {
    static let stage = Stage.view
    static func doCommand(_ request: Request, _ plugin: Probe) throws(CommandError) -> Outcome {
        throw CommandError(.notFound, "no such thing", data: [1, "two"])
    }
}

final class ForeignCodeVCO: CommandObject {
    static let stage = Stage.view
    static func doCommand(_ request: Request, _ plugin: Probe) throws(CommandError) -> Outcome {
        throw CommandError(ErrorCode(rawValue: "OUT_OF_PAPER"), "load the tray")
    }
}

final class HostCodeVCO: CommandObject {
    static let stage = Stage.view
    static func doCommand(_ request: Request, _ plugin: Probe) throws(CommandError) -> Outcome {
        throw CommandError(.unknownCommand, "pretending")
    }
}

final class ReportECO: CommandObject {
    static let stage = Stage.error
    static func doCommand(_ request: Request, _ plugin: Probe) throws(CommandError) -> Outcome {
        plugin.trace.note("ReportECO \(request.error.map { "\($0.code) \($0.object ?? "-")" } ?? "nothing")")
        return .value("not the reply")
    }
}

final class FailECO: CommandObject {
    static let stage = Stage.error
    static func doCommand(_ request: Request, _ plugin: Probe) throws(CommandError) -> Outcome {
        plugin.trace.note("FailECO")
        throw CommandError(.conflict, "error objects cannot change the error")
    }
}

/// Answers after as many suspensions as its first parameter says.
final class LaterBCO: AsyncCommandObject {
    static let stage = Stage.business
    static func doCommand(_ request: Request, _ plugin: Probe) async throws(CommandError) -> Outcome {
        if request.parameters.count > 1 {
            plugin.trace.note(
                "LaterBCO \(request.parameters.values.map { "\($0.integer ?? -1)" }.joined(separator: " "))")
        }
        for _ in 0..<(try request.parameters.integer(at: 0)) { await Task.yield() }
        return .value(.string("later \(request.parameters.count)"))
    }
}

/// Waits until its caller cancels, for a minute at most.
final class WaitVCO: AsyncCommandObject {
    static let stage = Stage.view
    static let thread = ThreadRule.any
    static func doCommand(_ request: Request, _ plugin: Probe) async throws(CommandError) -> Outcome {
        plugin.trace.note("waiting")
        request.progress("begun")
        do {
            try await Task.sleep(for: .seconds(60))
            return .value("slept")
        } catch {
            plugin.trace.note("cancelled")
            throw CommandError(.cancelled, "stopped waiting")
        }
    }
}

/// As ``WaitVCO``, one at a time.
final class WaitSeriallyVCO: AsyncCommandObject {
    static let stage = Stage.view
    static func doCommand(_ request: Request, _ plugin: Probe) async throws(CommandError) -> Outcome {
        try? await Task.sleep(for: .seconds(60))
        return .value("slept")
    }
}

/// Tells on which thread it ran.
final class MainVCO: CommandObject {
    static let stage = Stage.view
    static let thread = ThreadRule.main
    static func doCommand(_ request: Request, _ plugin: Probe) throws(CommandError) -> Outcome {
        plugin.trace.note("MainVCO on \(currentThread())")
        return .value(.string(currentThread()))
    }
}

/// Tells on which thread it ran.
final class WhereBCO: CommandObject {
    static let stage = Stage.business
    static let thread = ThreadRule.any
    static func doCommand(_ request: Request, _ plugin: Probe) throws(CommandError) -> Outcome {
        plugin.trace.note("WhereBCO on \(currentThread())")
        return .value(.string(currentThread()))
    }
}

/// Tells on which thread it ran.
final class WhereVCO: CommandObject {
    static let stage = Stage.view
    static let thread = ThreadRule.any
    static func doCommand(_ request: Request, _ plugin: Probe) throws(CommandError) -> Outcome {
        plugin.trace.note("WhereVCO on \(currentThread())")
        return .value(.string(currentThread()))
    }
}

final class SeeAllVCO: CommandObject {
    static let stage = Stage.view
    static func doCommand(_ request: Request, _ plugin: Probe) throws(CommandError) -> Outcome {
        let source = request.source
        return .value([
            "all": .array(request.all), "caller": .string("\(source.caller)"), "page": Value(source.page),
            "origin": source.origin.map { .string($0) } ?? .null, "command": .string(request.command),
        ])
    }
}

final class AnyVCO: CommandObject {
    static let stage = Stage.view
    static let thread = ThreadRule.any
    static func doCommand(_ request: Request, _ plugin: Probe) throws(CommandError) -> Outcome {
        .value(.integer(Int64(try request.parameters.integer(at: 0)) * 2))
    }
}
