/// Why a plugin cannot be used, and what to do about it.
public struct PluginRefusal: Error, Sendable, Equatable, CustomStringConvertible {
    /// The cause.
    public let code: Code
    /// One or two sentences: what was expected, what was found, what to do.
    public let message: String
    /// The file that is at fault, if one is.
    public let file: String?
    /// The line in `file`, from 1, if `file` is text.
    public let line: Int?
    /// The column in `line`, from 1, counted in bytes.
    public let column: Int?

    /// A refusal, to be shown or thrown.
    public init(_ code: Code, _ message: String, file: String? = nil, line: Int? = nil, column: Int? = nil) {
        self.code = code
        self.message = message
        self.file = file
        self.line = line
        self.column = column
    }

    /// As a compiler would print it: `file:line:column: message [code]`.
    public var description: String {
        var place = file ?? ""
        if let line { place += ":\(line)" }
        if let column { place += ":\(column)" }
        return (place.isEmpty ? "" : place + ": ") + message + " [\(code.rawValue)]"
    }
}
