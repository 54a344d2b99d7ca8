#if os(macOS) || os(Linux)

import RewindTree
import RewindTimeline

/// Changes as lines for people.
enum ChangeText {
    /// A line for each change: what happened where, with the values in brief.
    static func lines(for changes: [Change], style: Style) -> [String] {
        ChangeGroup.groups(of: changes).map { group in
            switch group {
            case .single(let change): line(for: change, style: style)
            case .run(let kind, let array, let indices):
                line(
                    for: kind,
                    style.name(name(of: array, indices)),
                    BriefText.count(indices.count, "item"),
                    style: style
                )
            }
        }
    }

    private static func line(for change: Change, style: Style) -> String {
        let pointer = style.name(name(of: change.pointer))
        switch change.kind {
        case .add: return line(for: .add, pointer, BriefText.text(of: change.new, limit: 60), style: style)
        case .remove: return line(for: .remove, pointer, BriefText.text(of: change.old, limit: 60), style: style)
        case .replace:
            let (old, new) = BriefText.pair(change.old, change.new)
            return "~ \(pointer)  \(style.removed(old)) → \(style.added(new))"
        case .move:
            let source = style.name(name(of: change.source ?? .root))
            return "> \(source) → \(pointer)  \(BriefText.text(of: change.new, limit: 40))"
        }
    }

    private static func line(for kind: Change.Kind, _ pointer: String, _ value: String, style: Style) -> String {
        kind == .add
            ? "\(style.added("+")) \(pointer)  \(style.added(value))"
            : "\(style.removed("-")) \(pointer)  \(style.removed(value))"
    }

    /// What an action did, on one line, of which `limit` changes are told.
    static func summary(of patch: Patch?, limit: Int = 3) -> String {
        guard let patch else { return "(effect not known)" }
        guard !patch.isEmpty else { return "(no change)" }
        let groups = ChangeGroup.groups(of: patch.operations.compactMap(Change.init(operation:)))
        let parts = groups.prefix(limit).map { summary(of: $0) }
        return parts.joined(separator: ", ") + (groups.count > limit ? ", … \(groups.count - limit) more" : "")
    }

    /// What an action did, in so many cells: as many changes as have room, and how many more there are.
    static func summary(of patch: Patch?, cells: Int) -> String {
        guard let patch, !patch.isEmpty else { return Cells.cut(summary(of: patch), to: cells) }
        let groups = ChangeGroup.groups(of: patch.operations.compactMap(Change.init(operation:)))
        let most = groups.prefix(mostTold)
        for count in stride(from: most.count, to: 0, by: -1) {
            let more = groups.count > count ? ", … \(groups.count - count) more" : ""
            let text = most.prefix(count).map { summary(of: $0) }.joined(separator: ", ") + more
            // Where there is only one, its value may take all the room.
            if count == 1, more.isEmpty {
                let whole = summary(of: groups[0], limit: max(cells - 8, 24))
                if Cells.count(whole) <= cells { return whole }
            }
            if Cells.count(text) <= cells { return text }
        }
        let more = groups.count > 1 ? " … \(groups.count - 1) more" : ""
        let room = cells - Cells.count(more)
        guard let first = groups.first else { return "" }
        let (text, end) = room >= least ? (room, more) : (cells, "")
        let whole = summary(of: first)
        return Cells.cut(Cells.count(whole) <= text ? whole : summary(of: first, isShort: true), to: text) + end
    }

    /// How many changes are told on one line at the most.
    private static let mostTold = 8
    /// How many cells a change needs to say something.
    private static let least = 16

    /// - Parameter isShort: whether of a pointer only the last token is told.
    private static func summary(of group: ChangeGroup, limit: Int = 32, isShort: Bool = false) -> String {
        func name(of pointer: Pointer) -> String {
            isShort && pointer.tokens.count > 1
                ? "…"
                    + Self.name(
                        of: Pointer(
                            Array(pointer.tokens.suffix(pointer.tokens.last.flatMap(Pointer.index) == nil ? 1 : 2))
                        )
                    ) : Self.name(of: pointer)
        }
        return switch group {
        case .run(let kind, let array, let indices):
            "\(kind == .add ? "+" : "-")\(name(of: array))/\(indices.lowerBound)…\(indices.upperBound) \(BriefText.count(indices.count, "item"))"
        case .single(let change):
            switch change.kind {
            case .add: "+\(name(of: change.pointer)) \(BriefText.text(of: change.new, limit: limit))"
            case .replace: "\(name(of: change.pointer)) \(BriefText.text(of: change.new, limit: limit))"
            case .remove: "-\(name(of: change.pointer))"
            case .move: "\(name(of: change.source ?? .root)) → \(name(of: change.pointer))"
            }
        }
    }

    private static func name(of pointer: Pointer) -> String {
        pointer == .root ? "(root)" : TerminalText.line(pointer.description)
    }

    private static func name(of array: Pointer, _ indices: ClosedRange<Int>) -> String {
        "\(TerminalText.line(array.description))/\(indices.lowerBound)…\(indices.upperBound)"
    }
}

#endif
