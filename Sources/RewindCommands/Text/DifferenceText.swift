#if os(macOS) || os(Linux)

import RewindTimeline
import RewindTree

/// What is different between two states, for eyes: a line for each change, those of one object or array together.
struct DifferenceText {
    /// How many elements that came one after the other, or went, are told one by one.
    private static let mostInRow = 4
    /// How much of a text is told on each side of a word that changed, in characters.
    private static let beside = 24
    /// From so many characters on, texts are compared word by word.
    private static let longText = 24
    private static let usualLimit = 60

    let style: Style
    /// In cells; nil where lines may be of any length.
    let width: Int?
    /// Whether what came or went is told with all it holds.
    var isFull = false
    /// Where the values that were compared stand.
    var holder = Pointer.root
    /// How far the lines are indented.
    var indent = 0

    /// The lines that tell the way from one value to the other.
    ///
    /// - Complexity: that of `StateDifference`.
    func lines(from old: Tree, to new: Tree) -> [String] {
        var difference = StateDifference(from: old, to: new)
        if isFull {
            let groups = difference.groups
            let pointers = groups.map(\.pointer) + groups.flatMap { $0.lines.map(\.pointer) }
            difference = StateDifference(from: old, to: new, whole: Set(pointers))
        }
        return difference.groups.flatMap(lines)
    }

    private func lines(for group: StateDifference.Group) -> [String] {
        let pointer = Pointer(holder.tokens + group.pointer.tokens)
        let changes = group.lines.filter { $0.kind.isChange }
        let name = pointer == .root ? "" : pointer.description
        if group.counts.sum == 1, let change = changes.first, change.lines.isEmpty || !isFull {
            let own = Pointer(holder.tokens + change.pointer.tokens)
            if change.before == nil, change.after == nil || change.lines.isEmpty {
                return [line(for: change, called: own == .root ? "(root)" : own.description, at: 0)]
            }
        }
        let header = "\(style.name(name.isEmpty ? "(root)" : name))  \(style.faint(summary(of: group)))"
        var lines = [fitted(header, at: 0)]
        var rest = changes[...]
        while let change = rest.first {
            let count = group.kind == .array ? rest.countInRow : 1
            if count > Self.mostInRow, !isFull {
                lines.append(line(for: rest.prefix(count)))
                rest = rest.dropFirst(count)
            } else {
                lines += self.lines(for: change)
                rest = rest.dropFirst()
            }
        }
        if group.more > 0 {
            lines.append(fitted("  " + style.faint("… \(BriefText.count(group.more, "change")) more: --full"), at: 0))
        }
        return lines
    }

    private func summary(of group: StateDifference.Group) -> String {
        let counts = group.counts
        let parts = [
            (counts.added, "added"), (counts.removed, "removed"), (counts.moved, "moved"), (counts.changed, "changed"),
        ].filter { $0.0 > 0 }.map { "\($0) \($1)" }
        let lengths = group.lengths.map { $0 == $1 ? [BriefText.count($0, "item")] : ["\($0) → \($1) items"] } ?? []
        return (lengths + parts).joined(separator: ", ")
    }

    /// The line for many elements that came or went one after the other.
    private func line(for row: ArraySlice<StateDifference.Line>) -> String {
        guard let first = row.first, let last = row.last else { return "" }
        let labels = row.compactMap { ($0.new ?? $0.old).flatMap(MemberOrder.label) }.prefix(2).map { "\"\($0)\"" }
        let text = BriefText.count(row.count, "item") + (labels.isEmpty ? "" : ": \(labels.joined(separator: ", ")), …")
        let place = style.name("\(first.position)…\(last.position)")
        let isNew = first.new != nil
        let mark = isNew ? style.added("+") : style.removed("-")
        return fitted("  \(mark) \(place)  \(isNew ? style.added(text) : style.removed(text))", at: 0)
    }

    private func lines(for change: StateDifference.Line) -> [String] {
        let name = change.key ?? String(change.position)
        let head = line(for: change, called: name.isEmpty ? "\"\"" : name, at: 2)
        let showsInner = change.old != nil && change.new != nil || isFull
        guard showsInner else { return [head] }
        let inner = change.lines.map { line(for: $0, called: $0.key ?? $0.pointer.tokens.last ?? "", at: 6) }
        let more = change.more > 0 && isFull ? [fitted(style.faint("… \(change.more) more"), at: 6)] : []
        return [head] + inner + more
    }

    /// One change on one line, so many cells from the left.
    private func line(for change: StateDifference.Line, called name: String, at indent: Int) -> String {
        let name = style.name(name)
        let room = width.map { max(16, $0 - self.indent - indent - Cells.count(name) - 4) }
        switch change.kind {
        case .add:
            return fitted("\(style.added("+")) \(name)  \(style.added(value(change.new, change, room)))", at: indent)
        case .remove:
            return fitted(
                "\(style.removed("-")) \(name)  \(style.removed(value(change.old, change, room)))",
                at: indent
            )
        case .move:
            let source = style.name(change.before.map(String.init) ?? "")
            return fitted("> \(source) → \(name)  \(value(change.new, change, room))", at: indent)
        case .change, .same, .gap:
            let isElement = change.before != nil && change.after != nil && !change.lines.isEmpty
            let text = isElement ? value(change.new, change, room) : replacement(change.old, change.new, room)
            return fitted("~ \(name)  \(text)", at: indent)
        }
    }

    /// A value by its name, where it is one of the elements of an array, else in brief.
    private func value(_ value: Tree?, _ change: StateDifference.Line, _ room: Int?) -> String {
        let isElement = change.before != nil || change.after != nil
        let limit = max(16, (room ?? Self.usualLimit) - 2)
        if isElement, let label = value.flatMap(MemberOrder.label) {
            return BriefText.text(of: .string(label), limit: limit)
        }
        return BriefText.text(of: value, limit: limit)
    }

    private func replacement(_ old: Tree?, _ new: Tree?, _ room: Int?) -> String {
        switch (old, new) {
        case (.string(let before), .string(let after))
        where max(before.utf8.count, after.utf8.count) > Self.longText:
            if let text = words(from: before, to: after) { return text }
        case (.object(let before), .object(let after)):
            if let first = old.flatMap(MemberOrder.label), let second = new.flatMap(MemberOrder.label), first != second
            {
                let names = "\(style.removed("\"\(first)\"")) → \(style.added("\"\(second)\""))"
                return "\(names), \(BriefText.count(Set(before.keys + after.keys).count, "member"))"
            }
        default: break
        }
        let (before, after) = BriefText.pair(old, new, limit: room.map { max(16, $0 / 2 - 4) } ?? 40)
        return "\(style.removed(before)) → \(style.added(after))"
    }

    /// Both texts in one, with the words that went and came marked, and as much of the rest as stands beside them; nil
    /// where they have too little in common.
    private func words(from old: String, to new: String) -> String? {
        let pieces = WordDifference(from: old, to: new).pieces
        let common = pieces.reduce(0) { if case .same(let text) = $1 { $0 + text.utf8.count } else { $0 } }
        guard common * 2 >= min(old.utf8.count, new.utf8.count) else { return nil }
        let texts = pieces.enumerated().map { index, piece in
            switch piece {
            case .same(let text): shortened(text, isFirst: index == 0, isLast: index == pieces.count - 1)
            case .removed(let text): style.isOn ? style.removedWords(text) : "[-\(text)-]"
            case .added(let text): style.isOn ? style.addedWords(text) : "{+\(text)+}"
            }
        }
        return "\"\(texts.joined())\""
    }

    private func shortened(_ text: String, isFirst: Bool, isLast: Bool) -> String {
        let count = text.count
        if isFirst { return count > Self.beside ? "…" + text.suffix(Self.beside) : text }
        if isLast { return count > Self.beside ? text.prefix(Self.beside) + "…" : text }
        return count > 2 * Self.beside ? text.prefix(Self.beside) + "…" + text.suffix(Self.beside) : text
    }

    private func fitted(_ text: String, at indent: Int) -> String {
        let line = String(repeating: " ", count: self.indent + indent) + TerminalText.paintedLine(text)
        return width.map { Cells.cut(line, to: $0) } ?? line
    }
}

extension StateDifference.Line {
    /// The index that an element has, or had.
    fileprivate var position: Int { after ?? before ?? key.flatMap { Int($0) } ?? 0 }
}

extension ArraySlice<StateDifference.Line> {
    /// How many elements came or went one after the other, from the first one on.
    fileprivate var countInRow: Int {
        guard let first else { return 0 }
        return enumerated().prefix { offset, line in
            switch (line.kind, first.kind) {
            case (.add, .add), (.remove, .remove): line.position == first.position + offset
            default: false
            }
        }.count
    }
}

extension StateDifference.Line.Kind {
    fileprivate var isChange: Bool {
        switch self {
        case .add, .remove, .change, .move: true
        case .same, .gap: false
        }
    }
}

#endif
