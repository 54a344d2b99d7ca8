import RewindTree

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
    private static let mostWords = 50_000
    /// The maximum length of a word that is compared as a whole, in characters.
    private static let longestWord = 64

    /// Compares two texts.
    ///
    /// - Complexity: Linear in the common parts at both ends; for the middle, that of `CommonSubsequence`.
    init(from old: String, to new: String) {
        let text = ChangedText(from: old, to: new)
        let isInWord = { (part: Substring?) in part?.last.map(Self.isOfWord) ?? false }
        var (head, tail) = (text.head, text.tail)
        let start =
            [text.old, text.new].contains { ($0.first ?? tail.first).map(Self.isOfWord) ?? false }
            ? Self.wordLength(at: head.reversed()) : 0
        let end = [text.old, text.new].contains { isInWord($0.isEmpty ? head : $0) } ? Self.wordLength(at: tail) : 0
        let (before, after) = (head.suffix(start), tail.prefix(end))
        (head, tail) = (head.dropLast(start), tail.dropFirst(end))
        var pieces: [Piece] = []
        Self.append(.same(String(head)), to: &pieces)
        Self.compare(Self.words(before + text.old + after), Self.words(before + text.new + after), &pieces)
        Self.append(.same(String(tail)), to: &pieces)
        self.pieces = pieces
    }

    /// Returns the number of characters of the word at the start of a text.
    private static func wordLength(at text: some Sequence<Character>) -> Int {
        text.lazy.prefix(longestWord).prefix(while: isOfWord).reduce(0) { count, _ in count + 1 }
    }

    private static func compare(_ old: [Substring], _ new: [Substring], _ pieces: inout [Piece]) {
        let isLong = old.count + new.count > mostWords
        let (oldRange, newRange) = isLong ? (0..<0, 0..<0) : (old.indices, new.indices)
        let common = CommonSubsequence(oldRange, newRange, settles: true) { old[$0] == new[$1] }
        var (left, right) = (0, 0)
        for pair in common.pairs + [(old.count, new.count)] {
            append(.removed(old[left..<pair.old].joined()), to: &pieces)
            append(.added(new[right..<pair.new].joined()), to: &pieces)
            if pair.new < new.count { append(.same(String(new[pair.new])), to: &pieces) }
            (left, right) = (pair.old + 1, pair.new + 1)
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
    private static func words(_ text: Substring) -> [Substring] {
        var words: [Substring] = []
        var start: String.Index?
        for index in text.indices {
            if isOfWord(text[index]) {
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

    private static func isOfWord(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber)
    }
}
