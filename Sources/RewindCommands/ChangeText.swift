import StateTree
import Timeline

/// Changes as lines for people, and as JSON.
enum ChangeText {
    /// A line for each change: what happened where, with the values in brief.
    static func lines(for changes: [Change], style: Style) -> [String] {
        ChangeGroup.groups(of: changes).map { group in
            switch group {
            case .single(let change): line(for: change, style: style)
            case .added(let array, let indices):
                "\(style.added("+")) \(style.name(name(of: array, indices)))  \(style.added("\(indices.count) items"))"
            }
        }
    }

    private static func line(for change: Change, style: Style) -> String {
        let pointer = style.name(name(of: change.pointer))
        switch change.kind {
        case .add:
            return "\(style.added("+")) \(pointer)  \(style.added(BriefText.text(of: change.new, limit: 60)))"
        case .remove:
            return "\(style.removed("-")) \(pointer)  \(style.removed(BriefText.text(of: change.old, limit: 60)))"
        case .replace:
            let (old, new) = BriefText.pair(change.old, change.new)
            return "~ \(pointer)  \(style.removed(old)) → \(style.added(new))"
        case .move:
            let origin = style.name(name(of: change.origin ?? .root))
            return "> \(origin) → \(pointer)  \(BriefText.text(of: change.new, limit: 40))"
        }
    }

    /// The object that stands for a change in JSON.
    static func json(for change: Change) -> Tree {
        var members: [(String, Tree)] = [
            ("op", .string(change.kind.rawValue)), ("pointer", .string(change.pointer.description)),
        ]
        if let origin = change.origin { members.append(("from", .string(origin.description))) }
        if let old = change.old { members.append(("old", old)) }
        if let new = change.new { members.append(("new", new)) }
        return Tree(members: members)
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
        case .added(let array, let indices): "+\(name(of: array, indices)) \(indices.count) items"
        case .single(let change):
            switch change.kind {
            case .add: "+\(name(of: change.pointer)) \(BriefText.text(of: change.new, limit: 24))"
            case .replace: "\(name(of: change.pointer)) \(BriefText.text(of: change.new, limit: 24))"
            case .remove: "-\(name(of: change.pointer))"
            case .move: "\(name(of: change.origin ?? .root)) → \(name(of: change.pointer))"
            }
        }
    }

    private static func name(of pointer: Pointer) -> String {
        pointer == .root ? "(root)" : pointer.description
    }

    private static func name(of array: Pointer, _ indices: ClosedRange<Int>) -> String {
        "\(array.description)/\(indices.lowerBound)…\(indices.upperBound)"
    }
}
