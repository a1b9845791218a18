import CQuickConnect
import QuickConnect
import QuickConnectPlugin
import Testing

@Suite struct JSONReplyTests {
    private let absent = qc_value()

    private func integer(_ integer: Int64) -> qc_value {
        var value = qc_value()
        value.kind = qc_kind(QC_INTEGER)
        value.as.integer = integer
        return value
    }

    private var nan: qc_value {
        var value = qc_value()
        value.kind = qc_kind(QC_DOUBLE)
        value.as.number = .nan
        return value
    }

    /// What `body` writes.
    private func text(_ body: (inout JSONWriter) throws -> Void) rethrows -> String {
        var writer = JSONWriter()
        try body(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func writesAValue() throws {
        #expect(try text { try $0.writeReply(to: integer(7), value: integer(5)) } == #"{"v":1,"id":7,"ok":5}"#)
        #expect(try text { try $0.writeReply(to: absent, value: absent) } == #"{"v":1,"id":null,"ok":null}"#)
    }

    @Test func writesWarnings() throws {
        let reply = try text { try $0.writeReply(to: integer(7), value: nan) }
        #expect(reply == #"{"v":1,"id":7,"ok":null,"warnings":["$: NaN became null"]}"#)
    }

    @Test func writesAStop() throws {
        let reply = try text { try $0.writeReply(to: integer(7), stoppedIn: .validation, object: "SignedInValCO") }
        #expect(reply == #"{"v":1,"id":7,"stop":{"stage":"validation","object":"SignedInValCO"}}"#)
        let nobody = try text { try $0.writeReply(to: integer(7), stoppedIn: .view, object: nil) }
        #expect(nobody == #"{"v":1,"id":7,"stop":{"stage":"view","object":null}}"#)
    }

    @Test func replacesWhatIsNotUTF8InANameOfAPlugin() throws {
        let name: [CChar] = [65, -1, 0]
        let reply = try text { writer in
            try name.withUnsafeBufferPointer {
                try writer.writeReply(to: integer(7), stoppedIn: .view, object: $0.baseAddress)
            }
        }
        #expect(reply == "{\"v\":1,\"id\":7,\"stop\":{\"stage\":\"view\",\"object\":\"A\u{FFFD}\"}}")
    }

    @Test func writesAnError() throws {
        let reply = try text {
            try $0.writeReply(
                to: integer(7), error: .notFound, message: "No \"a\".", stage: .business, object: "X", data: integer(1))
        }
        let error = #"{"code":"NOT_FOUND","message":"No \"a\".","stage":"business","object":"X","data":1}"#
        #expect(reply == #"{"v":1,"id":7,"error":"# + error + "}")
        let bare = try text {
            try $0.writeError(.badJSON, message: "é", stage: nil, object: nil, data: absent)
        }
        #expect(bare == #"{"code":"BAD_JSON","message":"é","stage":null,"object":null,"data":null}"#)
    }

    @Test func writesAnErrorWhoseDataCannotBeWritten() throws {
        var data = qc_value()
        let reply = try text { writer in
            try withUnsafeMutablePointer(to: &data) { place in
                place.pointee.kind = qc_kind(QC_ARRAY)
                place.pointee.length = 1
                place.pointee.as.elements = UnsafePointer(place)
                try writer.writeReply(
                    to: integer(7), error: .busy, message: "m", stage: nil, object: nil, data: place.pointee)
            }
        }
        #expect(reply.contains(#""data":null},"warnings":["the error's data became null: "#))
        #expect(JSONOutcome(reply) == .text(reply))
    }

    @Test func leavesNothingOfAReplyThatCannotBeWritten() throws {
        var limits = Limits()
        limits.jsonDepth = 0
        var writer = JSONWriter(limits: limits)
        try writer.writeReply(to: integer(1), value: integer(2))
        let before = writer.count
        var array = qc_value()
        array.kind = qc_kind(QC_ARRAY)
        array.length = 1
        withUnsafePointer(to: nan) { element in
            array.as.elements = element
            #expect(throws: MessageError.self) { try writer.writeReply(to: integer(1), value: array) }
        }
        #expect(writer.count == before && writer.warnings.isEmpty)
    }
}
