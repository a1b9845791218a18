import CQuickConnect
import Testing

@testable import QuickConnectPlugin

@Suite struct ErrorTests {
    @Test func keepsTheHostsCodesApartFromThoseOfAll() {
        #expect(ErrorCode.common.isDisjoint(with: ErrorCode.reservedForHost))
        let documented = """
            UNKNOWN_COMMAND CLASS_NOT_FOUND BAD_REQUEST BAD_COMMAND BAD_ENCODING BAD_JSON BAD_NUMBER BAD_PATH TOO_DEEP \
            TOO_LARGE INVALID_PARAMETERS NOT_FOUND EXISTS CONFLICT BUSY NO_SPACE DENIED UNAVAILABLE CANCELLED TIMED_OUT \
            WOULD_BLOCK PAGE_GONE PLUGIN_FAILED INTERNAL
            """.split(separator: " ").map(String.init)
        #expect(Set(documented) == Set(ErrorCode.common.union(ErrorCode.reservedForHost).map(\.rawValue)))
    }

    @Test func showsCodeObjectAndMessage() {
        #expect("\(CommandError(.busy, "wait"))" == "BUSY: wait")
        #expect("\(CommandError(.busy, "wait", stage: .view, object: "XVCO"))" == "BUSY from XVCO: wait")
    }

    @Test func differsInEveryPart() {
        let error = CommandError(.busy, "wait", data: 1, stage: .view, object: "XVCO")
        var others = Array(repeating: error, count: 5)
        others[0].code = .denied
        others[1].message = "go"
        others[2].data = 2
        others[3].stage = .error
        others[4].object = nil
        #expect(others.allSatisfy { $0 != error })
    }

    @Test func givesTheValueOfAReply() throws {
        #expect(try Reply.value(3).get() == 3)
        #expect(try Reply.stop(stage: .view, object: "X").get() == nil)
        #expect(throws: CommandError(.busy, "wait")) { try Reply.error(CommandError(.busy, "wait")).get() }
    }

    @Test func namesLevelsBothWays() {
        for level in LogLevel.allCases { #expect(LogLevel(name: level.name) == level) }
        #expect(LogLevel(name: "warn") == .warning)
        #expect(LogLevel(name: "Error") == nil && LogLevel(name: "") == nil)
    }

    /// `nil` is a way to write the value null, too.
    @Test func tellsNoDataFromTheDataNull() {
        var failure = qc_failure()
        #expect(CommandError(failure).data == Value?.none)
        failure.data.kind = ValueKind.null.rawValue
        #expect(CommandError(failure).data == .some(.null))
        var reply = qc_reply()
        reply.kind = qc_reply_kind(QC_REPLY_ERROR)
        guard case .error(let error) = Reply(reply) else {
            Issue.record("no error")
            return
        }
        #expect(error.data == Value?.none)
    }
}
