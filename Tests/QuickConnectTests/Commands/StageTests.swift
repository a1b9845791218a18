import QuickConnect
import QuickConnectPlugin
import Testing

@Suite struct StageTests {
    @Test func runsStagesInOrderAndObjectsAsMapped() throws {
        let (controller, probe) = try Probe.controller()
        try controller.app.mapCommandToVCO("x", className: "ShowVCO")
        try controller.app.mapCommandToBCO("x", className: "GiveBCO")
        try controller.app.mapCommandToBCO("x", className: "AddBCO")
        try controller.app.mapCommandToValCO("x", className: "SecondValCO")
        try controller.app.mapCommandToValCO("x", className: "FirstValCO")
        #expect(controller.handleRequest("x", [7]) == .value("shown"))
        #expect(
            probe.trace.all == [
                "SecondValCO", "FirstValCO", "GiveBCO", "AddBCO after 1",
                #"ShowVCO GiveBCO="given 1",AddBCO=["given 1", 7]"#,
            ])
    }

    @Test func runsDefaultObjectsFirstInEachStage() throws {
        let (controller, probe) = try Probe.controller()
        try controller.app.mapCommandToValCO("x", className: "SecondValCO")
        try controller.app.mapCommandToBCO("x", className: "GiveBCO")
        try controller.app.mapCommandToValCO("default", className: "FirstValCO")
        try controller.app.mapCommandToBCO("default", className: "AddBCO")
        #expect(controller.handleRequest("x") == .value("given 0"))
        #expect(probe.trace.all == ["FirstValCO", "SecondValCO", "AddBCO after 0", "GiveBCO"])
    }

    @Test func repliesWithTheLastValueElseNull() throws {
        let (controller, _) = try Probe.controller()
        try controller.app.mapCommandToBCO("business", className: "GiveBCO")
        try controller.app.mapCommandToVCO("business", className: "SilentVCO")
        try controller.app.mapCommandToValCO("validation", className: "FirstValCO")
        #expect(controller.handleRequest("business") == .value("given 0"))
        #expect(controller.handleRequest("validation") == .value(.null))
    }

    @Test func stopsWithoutAnError() throws {
        let (controller, probe) = try Probe.controller()
        try controller.app.mapCommandToValCO("x", className: "StopValCO")
        try controller.app.mapCommandToVCO("x", className: "ShowVCO")
        try controller.app.mapCommandToECO("x", className: "ReportECO")
        #expect(controller.handleRequest("x") == .stop(stage: .validation, object: "StopValCO"))
        #expect(probe.trace.all == ["StopValCO"])
    }

    @Test func runsTheErrorStageOnceAndRepliesWithTheError() throws {
        let (controller, probe) = try Probe.controller()
        try controller.app.mapCommandToVCO("x", className: "FailVCO")
        try controller.app.mapCommandToVCO("x", className: "ShowVCO")
        try controller.app.mapCommandToECO("x", className: "FailECO")
        try controller.app.mapCommandToECO("x", className: "ReportECO")
        try controller.app.mapCommandToECO("default", className: "ReportECO")
        let error = CommandError(.notFound, "no such thing", data: [1, "two"], stage: .view, object: "FailVCO")
        #expect(controller.handleRequest("x") == .error(error))
        #expect(probe.trace.all == ["ReportECO NOT_FOUND FailVCO", "FailECO", "ReportECO NOT_FOUND FailVCO"])
    }

    @Test func keepsValidationErrorsFromReachingBusiness() throws {
        let (controller, probe) = try Probe.controller()
        try controller.app.mapCommandToValCO("x", className: "FailValCO")
        try controller.app.mapCommandToBCO("x", className: "GiveBCO")
        let error = CommandError(
            .denied, "sign in first", data: ["realm": "test"], stage: .validation, object: "FailValCO")
        #expect(controller.handleRequest("x") == .error(error))
        #expect(probe.trace.all.isEmpty)
    }

    @Test func runsDefaultObjectsBeforeItDecidesThatACommandIsUnknown() throws {
        let (controller, probe) = try Probe.controller()
        try controller.app.mapCommandToValCO("default", className: "FirstValCO")
        try controller.app.mapCommandToECO("default", className: "ReportECO")
        try controller.app.mapCommandToVCO("known", className: "ShowVCO")
        let reply = controller.handleRequest("knwon")
        guard case .error(let error) = reply else {
            Issue.record("\(reply)")
            return
        }
        #expect(error.code == .unknownCommand)
        #expect(error.message.contains("did you mean known?"))
        #expect(error.stage == nil && error.object == nil)
        #expect(probe.trace.all == ["FirstValCO", "ReportECO UNKNOWN_COMMAND -"])
    }

    @Test func refusesARequestForDefault() throws {
        let (controller, probe) = try Probe.controller()
        try controller.app.mapCommandToValCO("default", className: "FirstValCO")
        guard case .error(let error) = controller.handleRequest("default") else {
            Issue.record("no error")
            return
        }
        #expect(error.code == .badCommand)
        #expect(probe.trace.all.isEmpty)
    }

    @Test func mapsAClassManyTimesAndToManyCommands() throws {
        let (controller, probe) = try Probe.controller()
        for command in ["x", "x", "y"] { try controller.app.mapCommandToVCO(command, className: "SilentVCO") }
        _ = controller.handleRequest("x")
        #expect(probe.trace.all == ["SilentVCO", "SilentVCO"])
        _ = controller.handleRequest("y")
        #expect(probe.trace.all.count == 3)
    }

    @Test func givesObjectsTheSourceAndTheOriginalsJoinedList() throws {
        let (controller, _) = try Probe.controller()
        try controller.app.mapCommandToBCO("x", className: "GiveBCO")
        try controller.app.mapCommandToVCO("x", className: "SeeAllVCO")
        let reply = controller.handleRequest("x", [1], from: Source(.page, window: 2, page: 9, origin: "qc://app"))
        #expect(
            reply
                == .value([
                    "all": [1, "given 1"], "caller": "page", "page": 9, "origin": "qc://app", "command": "x",
                ]))
    }

    @Test(arguments: [("ForeignCodeVCO", ErrorCode(rawValue: "OUT_OF_PAPER")), ("HostCodeVCO", .pluginFailed)])
    func keepsTheHostsCodesToTheHost(className: String, code: ErrorCode) throws {
        let (controller, _) = try Probe.controller()
        try controller.app.mapCommandToVCO("x", className: className)
        guard case .error(let error) = controller.handleRequest("x") else {
            Issue.record("no error")
            return
        }
        #expect(error.code == code)
    }
}
