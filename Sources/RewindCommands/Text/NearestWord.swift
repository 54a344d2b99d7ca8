/// Finds a similar word for a mistyped one.
enum NearestWord {
    /// Returns the first of the words nearest to `text`, if at most two letters must be added, removed, changed or
    /// swapped.
    ///
    /// - Complexity: O(*mn*), where *m* is the length of the text and *n* that of all words.
    static func of(_ text: String, in words: [String]) -> String? {
        let near = words.map { (word: $0, distance: letters(from: text, to: $0)) }
            .filter { $0.distance <= 2 && $0.distance < text.count }
        return near.min { $0.distance < $1.distance }?.word
    }

    /// Returns the number of letters of `word` to add, remove, change or swap to get `text`, ignoring case; nil if the
    /// words are not similar, that is, if there are more than two and more than a third of the letters.
    ///
    /// - Complexity: O(*mn*), where *m* and *n* are their lengths; O(*m* + *n*) if the lengths differ too much.
    static func distance(from text: String, to word: String) -> Int? {
        let (text, word) = (text.lowercased(), word.lowercased())
        let most = min(max(2, text.count / 3), text.count - 1)
        guard abs(text.count - word.count) <= most else { return nil }
        let distance = letters(from: text, to: word)
        return distance <= most ? distance : nil
    }

    /// Returns the number of letters to add, remove, change or swap with a neighbor (optimal string alignment, a
    /// restricted Damerau–Levenshtein distance).
    private static func letters(from a: String, to b: String) -> Int {
        let (typed, letters) = (Array(a), Array(b))
        var (before, row) = ([Int](), Array(0...letters.count))
        for (index, letter) in typed.enumerated() {
            var next = [index + 1]
            for (column, other) in letters.enumerated() {
                var least = min(row[column] + (letter == other ? 0 : 1), row[column + 1] + 1, next[column] + 1)
                let isSwapped = index > 0 && column > 0 && letter == letters[column - 1] && typed[index - 1] == other
                if isSwapped { least = min(least, before[column - 1] + 1) }
                next.append(least)
            }
            (before, row) = (row, next)
        }
        return row[letters.count]
    }
}
