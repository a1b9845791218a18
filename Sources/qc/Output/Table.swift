/// Rows under headings, with columns as wide as what stands in them.
struct Table {
    /// One cell.
    struct Cell {
        let text: String
        let colour: Style.Colour?

        /// A cell. What could move the cursor is shown as what it is, since texts come from files of others.
        init(_ text: String, _ colour: Style.Colour? = nil) {
            self.text = Table.visible(text)
            self.colour = colour
        }
    }

    private let headings: [String]
    private var rows: [[Cell]] = []

    /// A table without rows.
    init(_ headings: [String]) { self.headings = headings }

    /// Adds a row with a cell for each heading.
    mutating func append(_ row: [Cell]) { rows.append(row) }

    /// The table as text, its last column as long as it is.
    func text(_ style: Style) -> String {
        let head = headings.map { Cell($0, .grey) }
        let widths = headings.indices.map { column in
            ([head] + rows).map { $0[column].text.unicodeScalars.count }.max() ?? 0
        }
        return ([head] + rows).map { line($0, widths, style) }.joined()
    }

    private func line(_ row: [Cell], _ widths: [Int], _ style: Style) -> String {
        var line = ""
        for (column, cell) in row.enumerated() {
            line += style.coloured(cell.text, cell.colour)
            guard column < row.count - 1 else { break }
            line += String(repeating: " ", count: widths[column] - cell.text.unicodeScalars.count + 2)
        }
        return line + "\n"
    }

    /// `text` with control characters replaced.
    static func visible(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? "\u{FFFD}" : $0 }))
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || (0x2028...0x202E).contains(scalar.value)
            || (0x2066...0x2069).contains(scalar.value)
    }
}
