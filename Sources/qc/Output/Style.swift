internal import Glibc

/// Colours, on a terminal whose user wants them.
///
/// - SeeAlso: <https://no-color.org>
struct Style {
    /// A colour by its number among the terminal's.
    enum Colour: Int {
        case red = 31
        case green = 32
        case yellow = 33
        case grey = 90
    }

    /// True if colours are written.
    let hasColour: Bool

    /// What fits `output`: colour if it is a terminal, `TERM` is not `dumb` and `NO_COLOR` is not set.
    init(for output: Output) {
        let refusal = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
        let terminal = getenv("TERM").map { String(cString: $0) } ?? "dumb"
        hasColour = output.isTerminal && !refusal && terminal != "dumb"
    }

    /// `text` in a colour.
    func coloured(_ text: String, _ colour: Colour?) -> String {
        guard hasColour, let colour else { return text }
        return "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m"
    }
}
