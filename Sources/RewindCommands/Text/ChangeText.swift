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
        let parts = groups.prefix(limit).map(summary(of:))
        return parts.joined(separator: ", ") + (groups.count > limit ? ", … \(groups.count - limit) more" : "")
    }

    private static func summary(of group: ChangeGroup) -> String {
        switch group {
        case .run(let kind, let array, let indices):
            "\(kind == .add ? "+" : "-")\(name(of: array, indices)) \(BriefText.count(indices.count, "item"))"
        case .single(let change):
            switch change.kind {
            case .add: "+\(name(of: change.pointer)) \(BriefText.text(of: change.new, limit: 32))"
            case .replace: "\(name(of: change.pointer)) \(BriefText.text(of: change.new, limit: 32))"
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
