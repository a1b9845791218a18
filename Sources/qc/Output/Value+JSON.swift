internal import CQuickConnect
internal import QuickConnect
internal import QuickConnectPlugin

extension Value {
    /// The value as one line of JSON with its newline, for values that this program made itself.
    var jsonLine: [UInt8] {
        let text = withTemporaryValue(self) { (try? JSONText.text(of: $0.pointee)) ?? [] } ?? []
        return text + [UInt8(ascii: "\n")]
    }
}
