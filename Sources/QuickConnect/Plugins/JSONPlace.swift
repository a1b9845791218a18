/// One step from a JSON value to a value inside it.
enum JSONStep: Equatable {
    case key(String)
    case index(Int)
}

extension [JSONStep] {
    /// As in `commands[2].class`.
    var text: String {
        var text = ""
        for step in self {
            switch step {
            case .key(let key): text += (text.isEmpty ? "" : ".") + key
            case .index(let index): text += "[\(index)]"
            }
        }
        return text
    }
}

/// A place in a text file, counted from 1; the column in bytes.
struct TextPlace: Equatable {
    var line = 1
    var column = 1

    /// The place of the byte at `offset`, or of the end if there is none.
    init(offset: Int, in bytes: UnsafeRawBufferPointer) {
        for byte in bytes.prefix(max(0, offset)) {
            column += 1
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            }
        }
    }
}
