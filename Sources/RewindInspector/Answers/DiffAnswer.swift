#if os(macOS) || os(Linux)

import RewindSession
import RewindTimeline
import RewindTree

/// What is different between two states.
struct DiffAnswer: Encodable {
    struct Unknown: Encodable {
        let action: Int
        let lastKnown: Int
    }

    struct Counts: Encodable {
        let added, removed, moved, changed: Int
        let before, after: Int?
    }

    struct Group: Encodable {
        let pointer: String
        let slice: Int
        let kind: String
        let counts: Counts
        let lines: [Line]
        let more: Int?
    }

    struct Line: Encodable {
        let op: String
        let key: String?
        let before, after: Int?
        let pointer: String
        let old, new: ValueAnswer?
        let label, note: String?
        let count: Int?
        let lines: [Line]?
        let more: Int?
    }

    let from: Int
    let to: Int
    let count: Int
    let groups: [Group]
    let unknown: Unknown?

    init(from: Int, to: Int, _ difference: StateDifference, slices: [String]) {
        (self.from, self.to) = (from, to)
        count = difference.count
        unknown = nil
        groups = difference.groups.map { group in
            Group(
                pointer: group.pointer.description,
                slice: SliceNumber.of(group.pointer, in: slices),
                kind: group.kind == .array ? "array" : "object",
                counts: Counts(
                    added: group.counts.added,
                    removed: group.counts.removed,
                    moved: group.counts.moved,
                    changed: group.counts.changed,
                    before: group.lengths?.before,
                    after: group.lengths?.after
                ),
                lines: group.lines.map { Line($0) },
                more: group.more > 0 ? group.more : nil
            )
        }
    }

    /// Where a state is not known, nothing is claimed.
    init(from: Int, to: Int, unknown: Unknown) {
        (self.from, self.to, self.unknown) = (from, to, unknown)
        (count, groups) = (0, [])
    }
}

extension DiffAnswer.Line {
    init(_ line: StateDifference.Line) {
        op =
            switch line.kind {
            case .add: "add"
            case .remove: "remove"
            case .change: "change"
            case .move: "move"
            case .same: "same"
            case .gap: "gap"
            }
        count = if case .gap(let count) = line.kind { count } else { nil }
        key = line.key
        (before, after) = (line.before, line.after)
        pointer = line.pointer.description
        let isElement = line.before != nil || line.after != nil
        // Words are compared where both are there.
        let limit = op == "change" && !isElement ? ValueAnswer.longText : ValueAnswer.shortText
        old = op == "same" ? nil : line.old.map { ValueAnswer($0, limit: limit) }
        new = line.new.map { ValueAnswer($0, limit: limit) }
        let value = line.new ?? line.old
        label = isElement ? value.flatMap(MemberOrder.label) : nil
        note = isElement ? value.flatMap(Self.owner) : nil
        lines = line.lines.isEmpty ? nil : line.lines.map { Self($0) }
        more = line.more > 0 ? line.more : nil
    }

    /// Who an element belongs to: the `id` of the `user`, `author` or `owner` in it.
    private static func owner(of value: Tree) -> String? {
        for name in ["user", "author", "owner"] {
            if let holder = value.child(name), case .string(let id)? = holder.child("id") { return "@" + id }
        }
        return nil
    }
}

/// The numbers of slices in the answers.
enum SliceNumber {
    /// The number of the slice that a pointer leads into; -1 for the whole state.
    static func of(_ pointer: Pointer, in slices: [String]) -> Int {
        guard let name = pointer.tokens.first else { return -1 }
        return of(name, in: slices) ?? ActionColumns.Slices.limit - 1
    }

    /// The number of the slice with a name of these bytes.
    static func of(_ name: String, in slices: [String]) -> Int? {
        slices.firstIndex { $0.utf8.elementsEqual(name.utf8) }
    }
}

#endif
