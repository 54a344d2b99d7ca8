/// The words of a name in camelCase, snake_case or kebab-case, in lower case.
struct KeyWords {
    /// Where a name was found.
    struct Match {
        /// Whether the key's name ends with it, but for digits.
        let isAtEnd: Bool
        let isPlural: Bool
    }

    private(set) var words: [String] = []

    /// All words without anything between them.
    var letters: String { words.joined() }

    /// - Complexity: O(length).
    init(_ name: String) {
        let characters = Array(name)
        var word = ""
        for (index, character) in characters.enumerated() {
            guard character.isLetter || character.isNumber else {
                endWord(&word)
                continue
            }
            if index > 0, isStart(index, in: characters) { endWord(&word) }
            word += character.lowercased()
        }
        endWord(&word)
    }

    private mutating func endWord(_ word: inout String) {
        if !word.isEmpty { words.append(word) }
        word = ""
    }

    /// Whether a word starts here: `user|Name`, `API|Key`, `key|2`.
    private func isStart(_ index: Int, in characters: [Character]) -> Bool {
        let (before, character) = (characters[index - 1], characters[index])
        if character.isNumber != before.isNumber { return true }
        guard character.isUppercase else { return false }
        if !before.isUppercase { return true }
        return index + 1 < characters.count && characters[index + 1].isLowercase
    }

    /// The last place where some words, or one word's end, are this name; a final s does not matter.
    func last(_ name: String, startsAnywhere: Bool) -> Match? {
        for end in words.indices.reversed() {
            let text = words[...end].joined()
            for isPlural in [false, true] {
                let sought = isPlural ? name + "s" : name
                guard text.hasSuffix(sought) else { continue }
                guard startsAnywhere || isWordStart(text.count - sought.count) else { continue }
                let isAtEnd = words[(end + 1)...].allSatisfy { $0.allSatisfy(\.isNumber) }
                return Match(isAtEnd: isAtEnd, isPlural: isPlural)
            }
        }
        return nil
    }

    private func isWordStart(_ offset: Int) -> Bool {
        var start = 0
        for word in words {
            if start == offset { return true }
            start += word.count
        }
        return false
    }
}
