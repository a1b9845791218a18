import CQuickConnect

@testable import QuickConnectPlugin

/// A request that lies in memory of its own, as a host would lend it.
final class FakeRequest {
    private let block: UnsafeMutableRawPointer
    private let raw: UnsafeMutablePointer<qc_request>

    init(_ parameters: [Value]) throws {
        var block = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)
        let list = Value.array(parameters).stored { bytes in
            block.deallocate()
            block = .allocate(byteCount: bytes, alignment: 16)
            return block
        }
        self.block = block
        raw = .allocate(capacity: 1)
        raw.initialize(to: qc_request())
        raw.pointee.size = UInt32(MemoryLayout<qc_request>.size)
        raw.pointee.parameters = list?.as.elements
        raw.pointee.parameter_count = list?.length ?? 0
    }

    deinit {
        raw.deallocate()
        block.deallocate()
    }

    var request: Request { Request(UnsafePointer(raw)) }
    var parameters: Parameters { request.parameters }
}

/// The message with which `body` refuses, or nil; with the code, if that is not `INVALID_PARAMETERS`.
func refusal<T>(_ body: () throws -> T) -> String? {
    do {
        _ = try body()
        return nil
    } catch let error as CommandError where error.code == .invalidParameters {
        return error.message
    } catch {
        return "\(error)"
    }
}

/// A handle in C, with its count.
final class FakeHandle {
    let raw: UnsafeMutablePointer<qc_handle>
    private let count: UnsafeMutablePointer<Int>

    init() {
        count = .allocate(capacity: 1)
        count.initialize(to: 0)
        raw = .allocate(capacity: 1)
        raw.initialize(
            to: qc_handle(
                size: UInt32(MemoryLayout<qc_handle>.size), reserved: 0, type: FakeHandle.typeName, object: count,
                retain: { $0?.pointee.object?.assumingMemoryBound(to: Int.self).pointee += 1 },
                release: { $0?.pointee.object?.assumingMemoryBound(to: Int.self).pointee -= 1 }))
    }

    // Never freed: made once.
    nonisolated(unsafe) private static let typeName = StaticText.keep("qc.fake/1")

    deinit {
        raw.deallocate()
        count.deallocate()
    }

    var retainCount: Int { count.pointee }
}
