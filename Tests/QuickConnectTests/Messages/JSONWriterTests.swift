import CQuickConnect
import QuickConnect
import QuickConnectPlugin
import Testing

@Suite struct JSONWriterTests {
    private static func value(_ kind: Int, _ set: (inout qc_value) -> Void = { _ in }) -> qc_value {
        var value = qc_value()
        value.kind = qc_kind(kind)
        set(&value)
        return value
    }

    private static func number(_ number: Double) -> qc_value { value(QC_DOUBLE) { $0.as.number = number } }

    private func text(of writer: borrowing JSONWriter) -> String { String(decoding: writer.bytes, as: UTF8.self) }

    /// Calls `body` with an array of `values`.
    private func withArray<R>(_ values: [qc_value], _ body: (qc_value) throws -> R) rethrows -> R {
        try values.withUnsafeBufferPointer { elements in
            var array = qc_value()
            array.kind = qc_kind(QC_ARRAY)
            array.length = UInt32(elements.count)
            array.as.elements = elements.baseAddress
            return try body(array)
        }
    }

    /// Calls `body` with a string of `bytes`.
    private func withString<R>(_ bytes: [UInt8], _ kind: Int = QC_STRING, _ body: (qc_value) throws -> R) rethrows -> R
    {
        try bytes.withUnsafeBufferPointer { content in
            var string = qc_value()
            string.kind = qc_kind(kind)
            string.length = UInt32(content.count)
            string.as.bytes = content.baseAddress
            return try body(string)
        }
    }

    @Test(arguments: [
        (1.0, "1.0"), (-0.0, "-0.0"), (1e20, "1e+20"), (1e16, "1e+16"), (9_007_199_254_740_992, "9007199254740992.0"),
        (0.1 + 0.2, "0.30000000000000004"), (1e-5, "1e-05"), (0.0001, "0.0001"), (.pi, "3.141592653589793"),
        (-1.5e-300, "-1.5e-300"), (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
        (.leastNonzeroMagnitude, "5e-324"), (100, "100.0"),
        (-123.456, "-123.456"), (2.2250738585072014e-308, "2.2250738585072014e-308"),
        (123_456_789_012_345_680, "1.2345678901234568e+17"),
    ])
    func writesDoublesShortestWithAPointOrAnExponent(number: Double, expected: String) throws {
        #expect(String(decoding: try JSONText.text(of: JSONWriterTests.number(number)), as: UTF8.self) == expected)
    }

    @Test func writesEveryDoubleSoThatItReadsBack() throws {
        var generator = SplitMix(seed: 1)
        var writer = JSONWriter()
        for _ in 0..<20_000 {
            let number = Double(bitPattern: generator.next())
            guard number.isFinite else { continue }
            writer.reset()
            try writer.write(JSONWriterTests.number(number))
            let written = text(of: writer)
            #expect(Double(written)?.bitPattern == number.bitPattern, "\(written)")
            #expect(written.contains(".") || written.contains("e"))
        }
    }

    @Test(arguments: [Int64.min, -1, 0, 9, 10, 99, 100, 9_007_199_254_740_993, Int64.max])
    func writesIntegersExactly(integer: Int64) throws {
        let value = JSONWriterTests.value(QC_INTEGER) { $0.as.integer = integer }
        #expect(try JSONText.text(of: value) == Array("\(integer)".utf8))
    }

    @Test func writesUnsignedIntegersExactly() throws {
        let value = JSONWriterTests.value(QC_UNSIGNED) { $0.as.unsigned_integer = .max }
        #expect(try JSONText.text(of: value) == Array("18446744073709551615".utf8))
    }

    @Test func writesNullWithAWarningForWhatJSONCannotHold() throws {
        let values = [
            JSONWriterTests.number(.nan), JSONWriterTests.number(.infinity), JSONWriterTests.value(QC_HANDLE),
            JSONWriterTests.value(77), JSONWriterTests.value(QC_ABSENT),
            JSONWriterTests.value(QC_STRING) { $0.length = 5 },
            JSONWriterTests.value(QC_ARRAY) { $0.length = 5 }, JSONWriterTests.value(QC_BYTES) { $0.length = 5 },
        ]
        var writer = JSONWriter()
        try withArray(values) { array throws in try writer.write(array) }
        #expect(text(of: writer) == "[null,null,null,null,null,null,null,null]")
        let warnings = writer.warnings
        #expect(warnings.count == 7)
        #expect(warnings.first == "$[0]: NaN became null")
        #expect(warnings.last == "$[7]: bytes without content became null")
    }

    @Test func keepsFewWarningsOfMany() throws {
        var writer = JSONWriter()
        try withArray(Array(repeating: JSONWriterTests.number(.nan), count: 1000)) { array in try writer.write(array) }
        let kept = writer.warnings.count
        writer.reset()
        let left = writer.warnings.count
        #expect(kept == 17 && left == 0)
    }

    @Test(
        arguments: [
            ([], ""), ([0xFB], "+w=="), ([0xFB, 0xFF], "+/8="), ([0, 1, 2], "AAEC"), (Array("hello".utf8), "aGVsbG8="),
        ] as [([UInt8], String)])
    func writesBytesInBase64(bytes: [UInt8], expected: String) throws {
        let written = try withString(bytes, QC_BYTES) { try JSONText.text(of: $0) }
        #expect(written == Array("\"\(expected)\"".utf8))
    }

    @Test func refusesTextThatIsNotUTF8() {
        withString([0x61, 0xC3, 0x28]) { string in
            withArray([JSONWriterTests.number(1), string]) { array in
                var writer = JSONWriter()
                let error = #expect(throws: MessageError.self) { try writer.write(array) }
                #expect(error?.code == .badEncoding && error?.message.contains("$[1]") == true)
                #expect(writer.count == 0)
            }
        }
    }

    @Test func refusesAValueThatHoldsItself() {
        let storage = UnsafeMutablePointer<qc_value>.allocate(capacity: 1)
        defer { storage.deallocate() }
        storage.initialize(
            to: JSONWriterTests.value(QC_ARRAY) {
                $0.length = 1
                $0.as.elements = UnsafePointer(storage)
            })
        let error = #expect(throws: MessageError.self) { try JSONText.text(of: storage.pointee) }
        #expect(error?.code == .tooDeep)
    }

    @Test func refusesAValueThatGrowsPastTheLimit() {
        // Each level holds the next one twice: 2^100 elements in a few bytes of memory.
        let levels = UnsafeMutablePointer<qc_value>.allocate(capacity: 202)
        defer { levels.deallocate() }
        for level in 0..<101 {
            let value = JSONWriterTests.value(level == 100 ? QC_NULL : QC_ARRAY) {
                guard level < 100 else { return }
                $0.length = 2
                $0.as.elements = UnsafePointer(levels + 2 * (level + 1))
            }
            (levels + 2 * level).initialize(repeating: value, count: 2)
        }
        var limits = Limits()
        limits.messageBytes = 100_000
        let error = #expect(throws: MessageError.self) { try JSONText.text(of: levels.pointee, limits: limits) }
        #expect(error?.code == .tooLarge)
    }

    @Test(arguments: [(10, true), (9, false)]) func takesTheSizeOfTheLimitAndNoMore(limit: Int, fits: Bool) throws {
        var limits = Limits()
        limits.messageBytes = limit
        let outcome = withString(Array("12345678".utf8)) { string in try? JSONText.text(of: string, limits: limits) }
        #expect(outcome == (fits ? Array("\"12345678\"".utf8) : nil))
    }

    @Test(arguments: [QC_DOUBLE, QC_STRING, QC_ABSENT]) func refusesAKeyThatIsNoString(kind: Int) {
        // A string without its text is none.
        let key = JSONWriterTests.value(kind) { $0.length = 3 }
        var member = qc_member(key: key, value: JSONWriterTests.number(1))
        withUnsafePointer(to: &member) { member in
            let object = JSONWriterTests.value(QC_OBJECT) {
                $0.length = 1
                $0.as.members = member
            }
            let error = #expect(throws: MessageError.self) { try JSONText.text(of: object) }
            #expect(error?.code == .badJSON)
        }
    }

    @Test func readsABooleanOfAnyByte() throws {
        let values = [0, 1, 2, 255].map { bits in JSONWriterTests.value(QC_BOOLEAN) { $0.as.bits = bits } }
        #expect(try withArray(values) { try JSONText.text(of: $0) } == Array("[false,true,true,true]".utf8))
    }
}
