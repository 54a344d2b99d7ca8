import StateTree
import Timeline

/// Changes as lines for people, and as JSON.
enum ChangeText {
    /// One line: what happened where, with the values in brief.
    static func line(for change: Change, style: Style) -> String {
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

    /// What an action did, on one line.
    static func summary(of patch: Patch?, limit: Int = 3) -> String {
        guard let patch else { return "(effect not known)" }
        guard !patch.isEmpty else { return "(no change)" }
        let parts = patch.operations.prefix(limit).map(summary(of:))
        let rest = patch.operations.count - parts.count
        return parts.joined(separator: ", ") + (rest > 0 ? ", … \(rest) more" : "")
    }

    private static func summary(of operation: Patch.Operation) -> String {
        switch operation {
        case .add(let pointer, let value): "+\(name(of: pointer)) \(BriefText.text(of: value, limit: 24))"
        case .replace(let pointer, let value): "\(name(of: pointer)) \(BriefText.text(of: value, limit: 24))"
        case .remove(let pointer): "-\(name(of: pointer))"
        case .move(let from, let to): "\(name(of: from)) → \(name(of: to))"
        case .copy(let from, let to): "+\(name(of: to)) = \(name(of: from))"
        case .test(let pointer, _): "?\(name(of: pointer))"
        }
    }

    private static func name(of pointer: Pointer) -> String {
        pointer == .root ? "(root)" : pointer.description
    }
}
