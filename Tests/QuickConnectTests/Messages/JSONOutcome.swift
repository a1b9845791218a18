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

extension JSONOutcome {
    /// Reads `url` and writes what it asks for.
    init(url: some Collection<UInt8>, compatibility: Bool = false, limits: Limits = Limits()) {
        do {
            let text = try MessageText.decodedURL(Array(url), compatibility: compatibility, limits: limits)
            self = .text(String(decoding: text, as: UTF8.self))
        } catch {
            self = .fault(error.code, error.offset)
        }
    }

    /// Reads `url` and writes what it asks for.
    init(url: String, compatibility: Bool = false, limits: Limits = Limits()) {
        self.init(url: url.utf8, compatibility: compatibility, limits: limits)
    }
}

extension String {
    /// The text as JavaScript's `encodeURIComponent` gives it.
    var percentEncoded: String {
        let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'()".utf8)
        let digits = Array("0123456789ABCDEF".utf8)
        let bytes = utf8.flatMap { byte -> [UInt8] in
            plain.contains(byte) ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
