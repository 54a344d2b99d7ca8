import RewindSession
import RewindTimeline
import RewindTree

/// Looks out for values that are too short to be looked for in every text, where they stand as a whole.
struct ShortValues {
    /// Shorter numbers are short. In digits, with sign and point.
    private static let leastNumberLength = 8

    /// The texts of the values: `4711` for the number and for the string.
    let texts: Set<String>
    private let longest: Int
    /// Those of them that were met.
    private(set) var met: Set<String> = []

    init(_ texts: Set<String> = []) {
        self.texts = texts
        longest = texts.lazy.map(\.count).max() ?? 0
    }

    /// The text of a string or a number, and whether it is short; nil for all other values, and for the empty string:
    /// such values tell nothing.
    static func text(of value: Tree) -> (text: String, isShort: Bool)? {
        switch value {
        case .string(let text): text.isEmpty ? nil : (text, text.utf8.count < TextFinder.leastLength)
        case .integer, .double, .number: (value.text, value.text.utf8.count < leastNumberLength)
        case .array, .object, .bool, .null: nil
        }
    }

    /// Notes a value that stays where it is.
    mutating func meet(_ value: Tree) {
        guard !texts.isEmpty, let text = Self.text(of: value)?.text, texts.contains(text) else { return }
        met.insert(text)
    }

    /// Notes the words of a text that stays as it is.
    ///
    /// - Complexity: linear in the length of the text.
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
