#if os(macOS) || os(Linux)

/// Finds the word that was probably meant.
enum NearestWord {
    /// The first of the words that are nearest to `text`, if it is that with up to two letters added, left out,
    /// changed or swapped.
    ///
    /// - Complexity: O(*mn*) for the lengths of the text and of all words.
    static func of(_ text: String, in words: [String]) -> String? {
        let near = words.map { (word: $0, distance: letters(from: text, to: $0)) }
            .filter { $0.distance <= 2 && $0.distance < text.count }
        return near.min { $0.distance < $1.distance }?.word
    }

    /// How many letters of `word` must be added, left out, changed or swapped for `text`, in any case; nil when those are
    /// so many that it was hardly meant: more than two, and than a third of them.
    ///
    /// - Complexity: O(*mn*) for their lengths; where these are too different, O(*m* + *n*).
    static func distance(from text: String, to word: String) -> Int? {
        let (text, word) = (text.lowercased(), word.lowercased())
        let most = min(max(2, text.count / 3), text.count - 1)
        guard abs(text.count - word.count) <= most else { return nil }
        let distance = letters(from: text, to: word)
        return distance <= most ? distance : nil
    }

    /// How many letters must be added, left out, changed or swapped with their neighbours (optimal string alignment, a
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

#endif
