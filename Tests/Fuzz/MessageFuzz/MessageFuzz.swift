import QuickConnect

/// Runs one input of libFuzzer through everything that reads bytes from a page, and through the writer. What must hold is
/// checked; what breaks stops the fuzzer, which keeps the input.
///
/// - SeeAlso: <https://llvm.org/docs/LibFuzzer.html>
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    checkJSON(bytes)
    checkURL(bytes, compatibility: false)
    checkURL(bytes, compatibility: true)
    checkEnvelope(bytes)
    return 0
}

/// simdjson and the second reader agree, and what is written reads back the same.
private func checkJSON(_ bytes: [UInt8]) {
    let fault = bytes.withUnsafeBytes { JSONText.firstFault(in: $0) }
    do throws(MessageError) {
        let text = try JSONText.canonical(bytes)
        precondition(fault == nil, "simdjson takes what the second reader refuses")
        let again = try? JSONText.canonical(text)
        precondition(again == text, "what is written reads back differently")
    } catch {
        precondition(fault == error, "simdjson refuses what the second reader takes, or otherwise")
    }
}

/// A URL is read, and its text is JSON, or refused at a place inside it.
private func checkURL(_ bytes: [UInt8], compatibility: Bool) {
    do throws(MessageError) {
        let text = try MessageText.decodedURL(bytes, compatibility: compatibility)
        var limits = Limits()
        limits.jsonDepth += 2
        let again = try? JSONText.canonical(text, limits: limits)
        precondition(again == text, "the decoded URL is no canonical JSON")
    } catch {
        precondition(0...bytes.count ~= error.offset, "the fault lies outside the URL")
    }
}

/// An envelope is read or refused, and its id can be written either way.
private func checkEnvelope(_ bytes: [UInt8]) {
    var reader = MessageReader()
    do throws(MessageError) {
        try bytes.withUnsafeBufferPointer { buffer throws(MessageError) in
            try reader.readEnvelope(UnsafeRawBufferPointer(buffer))
        }
        precondition(reader.message.commandLength > 0, "a message without a command")
    } catch {
        precondition(0...bytes.count ~= error.offset, "the fault lies outside the envelope")
    }
    precondition((try? JSONText.text(of: reader.message.id)) != nil, "an id that cannot be written")
}
