import RewindAnswers
import RewindTimeline
import RewindTree

/// The lines of a search, in columns.
struct FindLines {
    /// The maximum number of characters shown of a long text.
    private static let excerptLength = 60

    let style: TextStyle
    let last: Int
    let pattern: TextPattern
    /// The number of the last effect; 0 if there are none.
    var lastEffect = 0
    /// Undone actions are marked.
    var branches = CursorBranch()
    /// The width in cells; nil if lines may have any length.
    var width: Int?

    init(style: TextStyle, last: Int, pattern: TextPattern, width: Int? = Output.terminalColumns) {
        self.style = style
        self.last = last
        self.pattern = pattern
        self.width = width
    }

    init(style: TextStyle, last: Int, pattern: String, width: Int? = Output.terminalColumns) {
        self.init(style: style, last: last, pattern: TextPattern(pattern), width: width)
    }

    /// Returns the line of one action or effect: its number, its type or name, the most relevant place, and the number of
    /// others.
    func line(for finds: FindsOfAction, type: String) -> String {
        guard let best = finds.best else { return "" }
        let seq = number(of: best)
        let more = finds.count > 1 ? style.faint("+\(BriefText.count(finds.count - 1, "place"))") : nil
        let head =
            "\(seq)  \(Cells.padded(isName(best) ? style.strong(type) : style.name(type), to: Self.typeWidth))"
        let available = width.map { max(8, $0 - Cells.count(head) - 2 - (more.map { Cells.count($0) + 2 } ?? 0)) }
        let place = isName(best) ? nil : place(of: best, available: available)
        return Cells.cut([head, place, more].compactMap { $0 }.joined(separator: "  ").trimmed, to: width)
    }

    private static let typeWidth = 28

    private func isName(_ find: TextFind) -> Bool { find.part == .type || find.part == .effect }

    private func number(of find: TextFind) -> String {
        let text = find.effect.map { RecordedCause.effect($0).shortReference } ?? String(find.seq)
        let effect = lastEffect > 0 ? RecordedCause.effect(lastEffect).shortReference : ""
        let mark = branches.isOnly ? "" : find.effect == nil ? branches.mark(for: find.seq) + " " : "  "
        return mark + Cells.padded(text, to: max(String(last).count, effect.count), isRight: true)
    }

    /// Returns the pointer of a find and the text around it, within a number of cells.
    private func place(of find: TextFind, available: Int?) -> String {
        let pointer = find.pointer == .root ? nil : style.name(TerminalText.line(find.pointer.description))
        let part = find.part == .patch ? nil : style.faint(find.part.rawValue)
        let excerpt =
            find.kind == .key ? nil : excerpt(of: find.value, length: available.map { min($0, Self.excerptLength) })
        let texts = [part, pointer, excerpt].compactMap { $0 }
        let whole = texts.joined(separator: "  ")
        guard let available, Cells.count(whole) > available else { return whole }
        // The text matters more than the pointer, and the pointer's end more than its beginning.
        let short = find.pointer.tokens.last.map { style.name("…/" + TerminalText.line($0)) }
        let left = available - [part, short].compactMap { $0 }.reduce(0) { $0 + Cells.count($1) + 2 }
        let end = find.kind == .key ? nil : self.excerpt(of: find.value, length: max(12, left - 2))
        return Cells.cut([part, short, end].compactMap { $0 }.joined(separator: "  "), to: available)
    }

    /// Returns a weight that is lower for more relevant places: first the type or name and the error, then the change and
    /// the payload.
    func weight(of find: TextFind) -> Int {
        let parts: [TextFind.Part] = [.type, .effect, .error, .patch, .outcome, .payload, .input, .state, .origin]
        // A short text matches more completely.
        let length =
            if case .string(let text) = find.value { min(text.utf8.count - pattern.length, 160) / 4 } else { 0 }
        return (parts.firstIndex(of: find.part) ?? 0) * 100 + length + min(find.pointer.tokens.count, 40)
    }

    /// Returns the line of one find: the number of the action or effect, part, pointer, and the text around it.
    func line(for find: TextFind) -> String {
        let seq = number(of: find)
        let part = style.faint(Cells.padded(find.part.rawValue, to: 7))
        let pointer = [.type, .effect, .error, .origin].contains(find.part) ? nil : style.name(find.pointer.name())
        let text: String? =
            switch find.kind {
            case .key: nil
            case .type: style.name(Self.text(of: find.value))
            case .value, .origin: excerpt(of: find.value)
            }
        return Cells.fitted([seq, part, pointer, text].compactMap { $0 }.joined(separator: "  "), to: width)
    }

    private static func text(of value: Tree) -> String {
        if case .string(let text) = value { return text }
        return value.text
    }

    /// Returns the value; of a text, the part around its first match.
    private func excerpt(of value: Tree, length: Int? = nil) -> String {
        let length = length ?? Self.excerptLength
        guard case .string(let text) = value else { return value.text }
        let range = pattern.firstRange(in: text)
        let before = range.map { text.distance(from: text.startIndex, to: $0.lowerBound) } ?? 0
        let start = text.index(text.startIndex, offsetBy: max(0, before - length / 3))
        let end = text.index(start, offsetBy: length, limitedBy: text.endIndex) ?? text.endIndex
        let part = Tree.string(String(text[start..<end])).text
        let quoted = (start > text.startIndex ? "\"…" + part.dropFirst() : part)
        return end < text.endIndex ? quoted.dropLast() + "…\"" : quoted
    }
}

/// The places in one action where a text occurs.
struct FindsOfAction {
    private(set) var count = 0
    /// The most relevant place.
    private(set) var best: TextFind?
    private var weight = Int.max

    var seq: Int? { best?.seq }

    /// Returns true if a find is in the same action or effect.
    func includes(_ find: TextFind) -> Bool { best?.seq == find.seq && best?.effect == find.effect }

    mutating func add(_ find: TextFind, weight: Int) {
        count += 1
        if weight < self.weight { (best, self.weight) = (find, weight) }
    }
}
