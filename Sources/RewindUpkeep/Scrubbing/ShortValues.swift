import RewindTree

/// Records values that are too short to search for in every text, but occur as a whole value or word.
struct ShortValues {
    /// Numbers with fewer characters, including sign and point, are short.
    private static let minimumNumberLength = 8

    /// The texts of the values: `4711` both for the number and for the string.
    let texts: Set<String>
    private let longest: Int
    /// The texts that were found.
    private(set) var met: Set<String> = []
    /// The keys of the other ones.
    private var unmet: Set<UInt64>

    init(_ texts: Set<String> = []) {
        self.texts = texts
        longest = texts.lazy.map(\.count).max() ?? 0
        unmet = Set(texts.compactMap { Self.key($0.utf8) })
    }

    /// Returns a number for a text of at most seven bytes; nil for longer ones, which are not short.
    private static func key(_ text: some Collection<UInt8>) -> UInt64? {
        text.count < 8 ? text.reduce(1) { $0 << 8 | UInt64($1) } : nil
    }

    /// Returns the text of a string or number, and whether it is short; nil for other values and for the empty string,
    /// which contain no information.
    static func text(of value: Tree) -> (text: String, isShort: Bool)? {
        switch value {
        case .string(let text): text.isEmpty ? nil : (text, text.utf8.count < TextFinder.minimumLength)
        case .integer, .double, .number: (value.text, value.text.utf8.count < minimumNumberLength)
        case .array, .object, .bool, .null: nil
        }
    }

    /// Records a value that remains.
    mutating func meet(_ value: Tree) {
        guard !texts.isEmpty, let text = Self.text(of: value)?.text, texts.contains(text) else { return }
        meet(text)
    }

    private mutating func meet(_ text: String) {
        met.insert(text)
        Self.key(text.utf8).map { _ = unmet.remove($0) }
    }

    /// Returns true if a JSON text without escapes has a value that was not found before. In a patch, the names and
    /// pointers of operations are no values.
    ///
    /// - Complexity: Linear in the length of the text.
    func mayMeet(json text: UnsafeRawBufferPointer, isPatch: Bool) -> Bool {
        guard !unmet.isEmpty else { return false }
        var (index, depth) = (0, 0)
        func endOfString(from start: Int) -> Int {
            text[min(start, text.count)...].firstIndex(of: UInt8(ascii: "\"")) ?? text.count
        }
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: "\""):
                let string = index + 1..<endOfString(from: index + 1)
                index = string.upperBound
                let hasValue = index + 2 < text.count && text[index + 1] == UInt8(ascii: ":")
                if !hasValue {
                    if isUnmet(text[string]) { return true }
                } else if isPatch, depth == 2, text[index + 2] == UInt8(ascii: "\""),
                    !text[string].elementsEqual("value".utf8)
                {
                    index = endOfString(from: index + 3)
                }
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                let end = text[index...].firstIndex { ",]}".utf8.contains($0) } ?? text.count
                if isUnmet(text[index..<end]) { return true }
                index = end - 1
            default: break
            }
            index += 1
        }
        return false
    }

    private func isUnmet(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
        Self.key(text).map(unmet.contains) == true
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
                if texts.contains(word) { meet(word) }
            }
        }
    }
}

extension Character {
    fileprivate var isWord: Bool { isLetter || isNumber }
}
