/// The difference of two texts, word by word.
struct WordDifference {
    enum Piece: Equatable {
        case same(String)
        case removed(String)
        case added(String)
    }

    /// Both texts in one, in order.
    let pieces: [Piece]

    /// The maximum number of words in the middle parts of both; longer ones are treated as changed completely.
    private static let mostWords = 2_000

    /// Compares two texts.
    ///
    /// - Complexity: Linear in the common parts at both ends; for the middle, the product of its words and the changed
    ///   ones.
    init(from old: String, to new: String) {
        var (before, after) = (Self.words(old)[...], Self.words(new)[...])
        var (head, tail): ([Substring], [Substring]) = ([], [])
        while let word = before.first, word == after.first {
            head.append(word)
            (before, after) = (before.dropFirst(), after.dropFirst())
        }
        while let word = before.last, word == after.last {
            tail.append(word)
            (before, after) = (before.dropLast(), after.dropLast())
        }
        var pieces: [Piece] = []
        Self.append(.same(head.joined()), to: &pieces)
        if before.count + after.count > Self.mostWords {
            Self.append(.removed(before.joined()), to: &pieces)
            Self.append(.added(after.joined()), to: &pieces)
        } else {
            Self.compare(Array(before), Array(after), &pieces)
        }
        Self.append(.same(tail.reversed().joined()), to: &pieces)
        self.pieces = pieces
    }

    private static func compare(_ old: [Substring], _ new: [Substring], _ pieces: inout [Piece]) {
        var (removed, added): (Set<Int>, Set<Int>) = ([], [])
        for change in new.difference(from: old) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var (left, right) = (0, 0)
        while left < old.count || right < new.count {
            if removed.contains(left) {
                append(.removed(String(old[left])), to: &pieces)
                left += 1
            } else if added.contains(right) {
                append(.added(String(new[right])), to: &pieces)
                right += 1
            } else {
                append(.same(String(new[right])), to: &pieces)
                (left, right) = (left + 1, right + 1)
            }
        }
    }

    private static func append(_ piece: Piece, to pieces: inout [Piece]) {
        switch (pieces.last, piece) {
        case (_, .same("")), (_, .removed("")), (_, .added("")): break
        case (.same(let start), .same(let end)): pieces[pieces.count - 1] = .same(start + end)
        case (.removed(let start), .removed(let end)): pieces[pieces.count - 1] = .removed(start + end)
        case (.added(let start), .added(let end)): pieces[pieces.count - 1] = .added(start + end)
        default: pieces.append(piece)
        }
    }

    /// Returns words of letters and digits; everything else, including scripts without spaces, character by character.
    private static func words(_ text: String) -> [Substring] {
        var words: [Substring] = []
        var start: String.Index?
        for index in text.indices {
            let character = text[index]
            let isOfWord = character.isASCII && (character.isLetter || character.isNumber)
            if isOfWord {
                start = start ?? index
                continue
            }
            if let begun = start { words.append(text[begun..<index]) }
            start = nil
            words.append(text[index...index])
        }
        if let start { words.append(text[start...]) }
        return words
    }
}
