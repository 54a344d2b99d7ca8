/// The words of a name in camelCase, snake_case or kebab-case, in lowercase.
struct KeyWords {
    /// The place where a name was found.
    struct Match {
        /// True if the key's name ends with it, apart from digits.
        let isAtEnd: Bool
        let isPlural: Bool
    }

    /// The UTF-8 bytes of all words, without anything between them.
    private(set) var letters: [UInt8] = []
    /// The end of each word in the letters.
    private var ends: [Int] = []

    /// - Complexity: O(length).
    init(_ name: String) {
        let characters = Array(name)
        for (index, character) in characters.enumerated() {
            guard character.isLetter || character.isNumber else {
                endWord()
                continue
            }
            if index > 0, Self.isStart(index, in: characters) { endWord() }
            letters += character.lowercased().utf8
        }
        endWord()
    }

    /// The words as strings.
    var words: [String] {
        zip([0] + ends, ends).map { String(decoding: letters[$0..<$1], as: UTF8.self) }
    }

    private mutating func endWord() {
        if letters.count > ends.last ?? 0 { ends.append(letters.count) }
    }

    /// Returns true if a word starts here: `user|Name`, `API|Key`, `key|2`.
    private static func isStart(_ index: Int, in characters: [Character]) -> Bool {
        let (before, character) = (characters[index - 1], characters[index])
        if character.isNumber != before.isNumber { return true }
        guard character.isUppercase else { return false }
        if !before.isUppercase { return true }
        return index + 1 < characters.count && characters[index + 1].isLowercase
    }

    /// Returns the last place where whole words, or the end of a word, match a name; a final s is ignored.
    /// - Complexity: O(words × length of the name).
    func last(_ name: [UInt8], startsAnywhere: Bool) -> Match? {
        for end in ends.reversed() {
            for isPlural in [false, true] {
                if isPlural, letters[end - 1] != UInt8(ascii: "s") { continue }
                let nameEnd = isPlural ? end - 1 : end
                let start = nameEnd - name.count
                guard start >= 0, letters[start..<nameEnd].elementsEqual(name) else { continue }
                guard startsAnywhere || start == 0 || ends.contains(start) else { continue }
                let isAtEnd = letters[end...].allSatisfy { (0x30...0x39).contains($0) }
                return Match(isAtEnd: isAtEnd, isPlural: isPlural)
            }
        }
        return nil
    }
}
