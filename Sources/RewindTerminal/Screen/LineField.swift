import Foundation

/// A line editor: text, caret, history and completion.
package struct LineField {
    private static let mostKept = 1_000

    private(set) var characters: [Character] = []
    private(set) var caret = 0
    private(set) var history: [String] = []
    private var historyIndex: Int?
    private var draft = ""

    /// A search back through the history.
    private struct Search {
        var pattern = ""
        /// The index of the line that was found.
        var index: Int
        /// The line before the search.
        let draft: String
    }

    private var search: Search?

    package init(history: [String] = []) {
        self.history = history.suffix(Self.mostKept)
    }

    /// True during a search through the history.
    package var isSearching: Bool { search != nil }

    package var text: String {
        get { String(characters) }
        set { (characters, caret) = (Array(newValue), newValue.count) }
    }

    /// Handles a key; returns false if it has no effect. `completions` returns the completions of a text.
    package mutating func press(_ key: TerminalEvent.Key, completions: (String) -> [String] = { _ in [] }) -> Bool {
        if let search, proceed(search, key) { return true }
        switch key {
        case .control("r"): search = Search(index: history.count, draft: text)
        case .character(let character): insert(String(character))
        case .left: caret = max(0, caret - 1)
        case .right: caret = min(characters.count, caret + 1)
        case .home, .control("a"): caret = 0
        case .end, .control("e"): caret = characters.count
        case .backspace where caret > 0: remove(caret - 1..<caret)
        case .delete where caret < characters.count: remove(caret..<caret + 1)
        case .control("u"): remove(0..<caret)
        case .control("k"): remove(caret..<characters.count)
        case .control("w"): remove(startOfWord..<caret)
        case .up, .control("p"): recall(-1)
        case .down, .control("n"): recall(1)
        case .tab: complete(completions(String(characters[..<caret])))
        default: return false
        }
        return true
    }

    /// Inserts a text at the caret; line breaks become spaces.
    package mutating func insert(_ text: String) {
        let new = text.map { $0.isNewline || $0 == "\t" ? " " : $0 }
        characters.insert(contentsOf: new, at: caret)
        caret += new.count
    }

    /// Returns the line, adds it to the history, and clears it.
    package mutating func take() -> String {
        let line = text
        if !line.isEmpty, history.last != line { history.append(line) }
        if history.count > Self.mostKept { history.removeFirst() }
        clear()
        return line
    }

    /// Clears the line, and ends a search.
    package mutating func clear() {
        (text, historyIndex, search) = ("", nil, nil)
    }

    /// Handles a key during a search. Returns false if it ends the search and has its usual effect.
    private mutating func proceed(_ old: Search, _ key: TerminalEvent.Key) -> Bool {
        var search = old
        var limit = search.index
        switch key {
        case .control("r"): limit -= 1
        case .character(let character): search.pattern.append(character)
        case .backspace:
            search.pattern = String(search.pattern.dropLast())
            limit = history.count
        case .escape, .control("g"):
            (self.search, text) = (nil, search.draft)
            return true
        default:
            self.search = nil
            return false
        }
        let found = history.indices.last { $0 <= limit && history[$0].localizedStandardContains(search.pattern) }
        if let found, !search.pattern.isEmpty {
            search.index = found
            text = history[found]
        }
        self.search = search
        return true
    }

    /// Returns the part of the line around the caret that fits into `cells` cells, and the caret's position in it.
    package func shown(in cells: Int) -> (text: String, caret: Int) {
        if let search {
            let label = "history \"\(search.pattern)\": "
            var field = self
            field.search = nil
            let (text, caret) = field.shown(in: max(1, cells - Cells.count(label)))
            return (label + text, Cells.count(label) + caret)
        }
        var start = 0
        while start < caret, width(start..<caret) >= cells { start += 1 }
        let text = TerminalText.line(String(characters[start...]))
        return (Cells.count(text) > cells ? Cells.cut(text, to: cells) : text, width(start..<caret))
    }

    private func width(_ range: Range<Int>) -> Int {
        Cells.count(TerminalText.line(String(characters[range])))
    }

    private var startOfWord: Int {
        var start = caret
        while start > 0, characters[start - 1] == " " { start -= 1 }
        while start > 0, characters[start - 1] != " " { start -= 1 }
        return start
    }

    private mutating func remove(_ range: Range<Int>) {
        characters.removeSubrange(range)
        caret = range.lowerBound
    }

    private mutating func recall(_ steps: Int) {
        let index = (historyIndex ?? history.count) + steps
        guard index >= 0, index <= history.count, !history.isEmpty else { return }
        if historyIndex == nil { draft = text }
        historyIndex = index == history.count ? nil : index
        text = index == history.count ? draft : history[index]
    }

    /// Completes the line up to the common prefix of all completions.
    private mutating func complete(_ completions: [String]) {
        guard let first = completions.first else { return }
        let common = completions.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
        let rest = characters[caret...]
        let isWhole = completions.count == 1
        let head = Array(isWhole && rest.isEmpty ? common + " " : common)
        guard head.count > caret else { return }
        (characters, caret) = (head + rest, head.count)
    }
}
