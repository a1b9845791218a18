import CQuickConnect
import QuickConnect
import QuickConnectPlugin

/// What became of a text, in a form that tests compare: its canonical form, or a code and an offset.
enum JSONOutcome: Equatable {
    case text(String)
    case fault(ErrorCode, Int)

    /// Parses and writes `bytes`.
    init(of bytes: some Collection<UInt8>, limits: Limits = Limits()) {
        do {
            self = .text(String(decoding: try JSONText.canonical(Array(bytes), limits: limits), as: UTF8.self))
        } catch {
            self = .fault(error.code, error.offset)
        }
    }

    /// Parses and writes `text`.
    init(_ text: String, limits: Limits = Limits()) {
        self.init(of: text.utf8, limits: limits)
    }
}
