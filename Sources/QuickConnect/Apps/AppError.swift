/// Why an app cannot be run: which of its files is wrong, where, and what to do.
public struct AppError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The file or folder.
    public let file: String
    /// The line in the file, from 1; nil if the file as a whole is wrong.
    public let line: Int?
    /// The byte in the line, from 1; nil as `line` is.
    public let column: Int?
    /// What is wrong, and what to do.
    public let message: String

    /// An error at a place.
    public init(_ message: String, file: String, line: Int? = nil, column: Int? = nil) {
        (self.message, self.file, self.line, self.column) = (message, file, line, column)
    }

    /// An error at a byte of a file.
    init(_ message: String, file: String, offset: Int, in bytes: UnsafeRawBufferPointer) {
        let place = TextPlace(offset: offset, in: bytes)
        self.init(message, file: file, line: place.line, column: place.column)
    }

    /// `file:line:column: message`, as compilers print it.
    public var description: String {
        let place = [line, column].compactMap { $0.map { ":\($0)" } }.joined()
        return "\(file)\(place): \(message)"
    }
}
