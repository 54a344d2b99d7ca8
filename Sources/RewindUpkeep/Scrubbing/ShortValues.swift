import RewindSession
import RewindTimeline
import RewindTree

/// Records values that are too short to search for in every text, but occur as a whole value or word.
struct ShortValues {
    /// Numbers with fewer characters, including sign and point, are short.
    private static let leastNumberLength = 8

    /// The texts of the values: `4711` both for the number and for the string.
    let texts: Set<String>
    private let longest: Int
    /// The texts that were found.
    private(set) var met: Set<String> = []

    init(_ texts: Set<String> = []) {
        self.texts = texts
        longest = texts.lazy.map(\.count).max() ?? 0
    }

    /// Returns the text of a string or number, and whether it is short; nil for other values and for the empty string,
    /// which contain no information.
    static func text(of value: Tree) -> (text: String, isShort: Bool)? {
        switch value {
        case .string(let text): text.isEmpty ? nil : (text, text.utf8.count < TextFinder.leastLength)
        case .integer, .double, .number: (value.text, value.text.utf8.count < leastNumberLength)
        case .array, .object, .bool, .null: nil
        }
    }

    /// Records a value that remains.
    mutating func meet(_ value: Tree) {
        guard !texts.isEmpty, let text = Self.text(of: value)?.text, texts.contains(text) else { return }
        met.insert(text)
    }

    /// Records the words of a text that remains.
    ///
    /// - Complexity: Linear in the length of the text.
    mutating func meet(wordsOf text: String) {
        guard !texts.isEmpty else { return }
        let characters = Array(text)
        func isBorder(_ index: Int) -> Bool {
            index == 0 || index == characters.count || !characters[index - 1].isWord || !characters[index].isWord
        }
        for start in characters.indices where isBorder(start) {
            for end in start + 1..<min(start + longest, characters.count) + 1 where isBorder(end) {
                let word = String(characters[start..<end])
                if texts.contains(word) { met.insert(word) }
            }
        }
    }
}

extension Character {
    fileprivate var isWord: Bool { isLetter || isNumber }
}
