import RewindTimeline
import RewindTree

/// The lines of a difference.
struct DifferenceText {
    /// The greatest number of added or removed neighbors that have a line each.
    private static let mostInRow = 4
    /// The number of changes of a group that are shown.
    private static let mostChanges = 40
    /// The number of characters shown on each side of a changed word.
    private static let beside = 24
    /// The length from which texts are compared word by word, in characters.
    private static let longText = 24
    private static let usualLimit = 60

    let style: TextStyle
    /// The width in cells; nil if lines may have any length.
    var width: Int?
    /// True to show all changes, and the members of added and removed values.
    var isFull = false
    /// The indentation of the lines, in cells.
    var indent = 0
    /// The text after the number of changes that were cut.
    var hint = ""

    /// Returns the lines; the changes of a group are adjacent.
    func lines(for difference: StateDifference) -> [String] {
        difference.groups.flatMap(lines)
    }

    /// Returns one line for each group: its only change, or their number.
    func headlines(for difference: StateDifference) -> [String] {
        difference.groups.map { group in
            let changes = group.changes.flatMap(\.flat)
            return changes.count == 1 ? line(for: changes[0]) : header(of: group)
        }
    }

    private func lines(for group: StateDifference.Group) -> [String] {
        if group.changes.count == 1, let change = group.changes.first, change.inner.isEmpty {
            return [line(for: change)] + members(of: change)
        }
        var lines = [header(of: group)]
        var rest = group.changes.prefix(isFull ? .max : Self.mostChanges)
        while let change = rest.first {
            let count = group.lengths == nil ? 1 : rest.countInRow
            if count > Self.mostInRow, !isFull {
                lines.append(line(for: rest.prefix(count)))
                rest = rest.dropFirst(count)
            } else {
                lines += self.lines(for: change)
                rest = rest.dropFirst()
            }
        }
        let more = group.changes.count - Self.mostChanges
        if more > 0, !isFull {
            lines.append(fitted("  " + style.faint("… \(more) more \(more == 1 ? "change" : "changes")\(hint)"), at: 0))
        }
        return lines
    }

    private func header(of group: StateDifference.Group) -> String {
        fitted("\(style.name(group.pointer.name()))  \(style.faint(summary(of: group)))", at: 0)
    }

    private func summary(of group: StateDifference.Group) -> String {
        let counts = group.counts
        let parts = [
            (counts.added, "added"), (counts.removed, "removed"), (counts.moved, "moved"), (counts.changed, "changed"),
        ].filter { $0.0 > 0 }.map { "\($0) \($1)" }
        let lengths =
            group.lengths.map { length in
                length.before == length.after
                    ? [BriefText.count(length.before, "item")] : ["\(length.before) → \(length.after) items"]
            } ?? []
        return (lengths + parts).joined(separator: ", ")
    }

    /// Returns the line for many consecutive elements that were added or removed.
    private func line(for row: ArraySlice<Change>) -> String {
        guard let first = row.first, let last = row.last else { return "" }
        let labels = row.compactMap { ($0.new ?? $0.old).flatMap(MemberOrder.label) }.prefix(2).map { "\"\($0)\"" }
        let text = BriefText.count(row.count, "item") + (labels.isEmpty ? "" : ": \(labels.joined(separator: ", ")), …")
        let place = style.name("\(first.position)…\(last.position)")
        let isNew = first.new != nil
        let mark = isNew ? style.added("+") : style.removed("-")
        return fitted("  \(mark) \(place)  \(isNew ? style.added(text) : style.removed(text))", at: 0)
    }

    private func lines(for change: Change) -> [String] {
        let name = change.pointer.tokens.last ?? ""
        let inner = change.inner.map {
            line(for: $0, called: String($0.pointer.from(change.pointer)?.description.dropFirst() ?? ""), at: 6)
        }
        return [line(for: change, called: BriefText.name(name), at: 2)] + inner + members(of: change)
    }

    /// Returns lines for the members of an added or removed value.
    private func members(of change: Change) -> [String] {
        guard isFull, change.old == nil || change.new == nil, let value = change.new ?? change.old else { return [] }
        return MemberOrder.members(of: value).map { key, member in
            let (old, new) = change.new == nil ? (member, nil) : (nil, member)
            return line(for: Change(change.kind, change.pointer.appending(key), old: old, new: new), called: key, at: 6)
        }
    }

    /// Returns the line for one change, with its whole pointer.
    private func line(for change: Change) -> String {
        line(for: change, called: change.pointer.name(), at: 0)
    }

    private func line(for change: Change, called name: String, at indent: Int) -> String {
        let name = style.name(name)
        let available = width.map { max(16, $0 - self.indent - indent - Cells.count(name) - 4) }
        switch change.kind {
        case .add:
            return fitted(
                "\(style.added("+")) \(name)  \(style.added(value(change.new, change, available)))",
                at: indent
            )
        case .remove:
            return fitted(
                "\(style.removed("-")) \(name)  \(style.removed(value(change.old, change, available)))",
                at: indent
            )
        case .move:
            let source = style.name(change.before.map(String.init) ?? "")
            return fitted("> \(source) → \(name)  \(value(change.new, change, available))", at: indent)
        case .replace:
            let text =
                change.inner.isEmpty
                ? replacement(change.old, change.new, available) : value(change.new, change, available)
            return fitted("~ \(name)  \(text)", at: indent)
        }
    }

    /// Returns the label of an element of an array, or a short text for any other value.
    private func value(_ value: Tree?, _ change: Change, _ available: Int?) -> String {
        let limit = max(16, (available ?? Self.usualLimit) - 2)
        if change.isElement, let label = value.flatMap(MemberOrder.label) {
            return BriefText.text(of: .string(label), limit: limit)
        }
        return BriefText.text(of: value, limit: limit)
    }

    private func replacement(_ old: Tree?, _ new: Tree?, _ available: Int?) -> String {
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
        let (before, after) = BriefText.pair(old, new, limit: available.map { max(16, $0 / 2 - 4) } ?? 40)
        return "\(style.removed(before)) → \(style.added(after))"
    }

    /// Returns both texts in one, with removed and added words marked and some of the text around them; nil if they
    /// have too little in common.
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

    /// - Complexity: O(1).
    private func shortened(_ text: String, isFirst: Bool, isLast: Bool) -> String {
        let (head, tail) = (text.prefix(isFirst ? 0 : Self.beside), text.suffix(isLast ? 0 : Self.beside))
        return head.endIndex < tail.startIndex ? "\(head)…\(tail)" : text
    }

    private func fitted(_ text: String, at indent: Int) -> String {
        Cells.cut(String(repeating: " ", count: self.indent + indent) + TerminalText.paintedLine(text), to: width)
    }
}

extension Change {
    /// The index of an element.
    fileprivate var position: Int { pointer.tokens.last.flatMap(Pointer.index) ?? 0 }
}

extension ArraySlice<Change> {
    /// The number of elements at the start that were added, or removed, one after the other.
    fileprivate var countInRow: Int {
        guard let first, first.kind == .add || first.kind == .remove else { return 0 }
        return enumerated().prefix { $1.kind == first.kind && $1.position == first.position + $0 }.count
    }
}
