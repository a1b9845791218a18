/// Which of several names somebody may have meant.
package enum Nearness {
    /// The name that takes the fewest changes of one character from `name`, if they are few; the first by name if several do.
    package static func nearest(to name: String, in names: some Sequence<String>) -> String? {
        let most = min(3, max(name.utf8.count > 3 ? 2 : 1, name.utf8.count / 3))
        guard name.utf8.count <= 100 else { return nil }
        let wanted = Array(name.lowercased().utf8)
        var best: (name: String, distance: Int)?
        for candidate in names where abs(candidate.utf8.count - name.utf8.count) <= most {
            let found = distance(wanted, Array(candidate.lowercased().utf8))
            guard found <= most else { continue }
            if let best, (best.distance, best.name) <= (found, candidate) { continue }
            best = (candidate, found)
        }
        return best?.name
    }

    /// Levenshtein's distance. O(n·m).
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var row = Array(0...right.count)
        for (index, byte) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in right.indices {
                let changed = diagonal + (byte == right[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(changed, min(row[column], row[column + 1]) + 1)
            }
        }
        return row[right.count]
    }
}
