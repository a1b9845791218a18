internal import QuickConnectPlugin

/// The numbers under which classes are counted, and their names as C strings. Both stay when a plugin is disabled and enabled.
// All state stands under `lock`.
final class ClassNumbers: @unchecked Sendable {
    private let lock = Lock()
    private var numbers: [String: Int] = [:]
    private var texts: [String: UnsafePointer<CChar>] = [:]

    deinit { for text in texts.values { UnsafeMutablePointer(mutating: text).deallocate() } }

    /// The number of a class of a plugin, the same each time.
    func number(of name: String, in plugin: String) -> Int {
        lock.locked {
            let key = plugin + "/" + name
            if let number = numbers[key] { return number }
            numbers[key] = numbers.count
            return numbers.count - 1
        }
    }

    /// The classes of each plugin, with their numbers.
    var byPlugin: [String: [(name: String, number: Int)]] {
        lock.locked {
            var all: [String: [(name: String, number: Int)]] = [:]
            for (key, number) in numbers {
                guard let slash = key.firstIndex(of: "/") else { continue }
                all[String(key[..<slash]), default: []].append((String(key[key.index(after: slash)...]), number))
            }
            return all
        }
    }

    /// A name as a C string that lives as long as this.
    func text(_ name: String) -> UnsafePointer<CChar> {
        lock.locked {
            if let text = texts[name] { return text }
            let text = Text.keep(name)
            texts[name] = text
            return text
        }
    }
}
