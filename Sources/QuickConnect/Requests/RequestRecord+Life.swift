internal import CQuickConnect
internal import QuickConnectPlugin
internal import Synchronization

extension UnsafeMutablePointer<RequestRecord> {
    /// Makes a fresh record ready to be used again and again.
    func prepare() {
        pointee.request.size = UInt32(MemoryLayout<qc_request>.size)
        pointee.request.calls = RequestCalls.table
        pointee.request.host_data = UnsafeMutableRawPointer(self)
        pointee.source.size = UInt32(MemoryLayout<qc_source>.size)
        pointee.failure.size = UInt32(MemoryLayout<qc_failure>.size)
        // The address of a member of what a pointer points to is stable, as the record never moves.
        withUnsafeMutablePointer(to: &pointee.source) { pointee.request.source = UnsafePointer($0) }
    }

    /// Begins a request that came from `source`.
    @inline(__always)
    func begin(_ source: borrowing Source) {
        pointee.source.caller = source.caller.rawValue
        pointee.source.window = source.window
        pointee.source.page = source.page
        pointee.source.origin = nil
        if let origin = source.origin { pointee.source.origin = keep(origin) }
    }

    /// Forgets the last request.
    @inline(__always)
    func reset() {
        pointee.arena.reset()
        pointee.reader.reset()
        if pointee.writer.count > 0 { pointee.writer.reset() }
        pointee.request.result_count = 0
        pointee.request.parameters = nil
        pointee.request.parameter_count = 0
        pointee.request.command_length = 0
        pointee.step = 0
        pointee.hasBegun = false
        pointee.depth = 0
        pointee.ancestorNumbers = nil
        pointee.value = qc_value()
        pointee.id = qc_value()
        pointee.timeout = 0
        pointee.wantsReply = true
        pointee.endingObject = nil
        // The failure of an object that went on all the same must not pass for one of the next request.
        let isPlain = !pointee.hasEnded && !pointee.isInErrorStage && pointee.failureStep < 0
        if !isPlain || pointee.pending != nil { resetEnding() }
    }

    private func resetEnding() {
        pointee.ending = .value
        pointee.hasEnded = false
        pointee.isInErrorStage = false
        pointee.failureStep = -1
        pointee.request.failure = nil
        pointee.pending?.release()
        pointee.pending = nil
        pointee.isCancelled.store(false, ordering: .relaxed)
    }

    /// A copy of `text` in the request's memory; nil if there is no room.
    func keep(_ text: String) -> UnsafePointer<CChar>? {
        var text = text
        return text.withUTF8 { utf8 in
            guard let copy = pointee.arena.allocate(utf8.count + 1) else { return nil }
            if let start = utf8.baseAddress { copy.copyMemory(from: start, byteCount: utf8.count) }
            let place = copy.assumingMemoryBound(to: CChar.self)
            place[utf8.count] = 0
            return UnsafePointer(place)
        }
    }

    /// Adds the value of a business object to the results.
    func append(_ value: qc_value, from name: UnsafePointer<CChar>) {
        let count = Int(pointee.request.result_count)
        if count == pointee.resultCapacity { growResults() }
        pointee.results[count] = qc_result(class_name: name, value: value)
        pointee.request.results = UnsafePointer(pointee.results)
        pointee.request.result_count = UInt32(count + 1)
    }

    private func growResults() {
        let larger = UnsafeMutablePointer<qc_result>.allocate(capacity: pointee.resultCapacity * 2)
        larger.moveInitialize(from: pointee.results, count: pointee.resultCapacity)
        pointee.results.deallocate()
        pointee.results = larger
        pointee.resultCapacity *= 2
    }

    /// Ends the request, or the way to its error stage, with an error.
    func fail(_ code: ErrorCode, _ message: String, data: qc_value = qc_value()) {
        pointee.ending = .error
        pointee.failure.code = keep(code.rawValue) ?? FailureText.tooLarge
        pointee.failure.message = keep(message) ?? FailureText.noMemory
        pointee.failure.data = data
        pointee.failure.stage = pointee.endingStage.rawValue
        pointee.failure.object = pointee.endingObject
    }
}
