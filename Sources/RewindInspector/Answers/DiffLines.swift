import RewindTimeline
import RewindTree

/// The changes of a group as shown on the page: with a few unchanged neighbors, and truncated if there are many.
struct DiffLines {
    /// The maximum number of lines of a group, by default and if it is not truncated.
    private static let mostLines = 40
    private static let mostWholeLines = 5_000
    /// The maximum number of members shown for an added or removed container.
    private static let mostMembers = 14
    /// The number of unchanged neighbors on each side of a change.
    private static let neighbors = 3

    private(set) var lines: [DiffAnswer.Line] = []
    /// The number of omitted changes.
    let more: Int
    private let whole: Set<Pointer>

    /// - Parameter changedInside: The keys or indices of values in the group that have groups themselves.
    init(
        of group: StateDifference.Group,
        besides changedInside: Set<String>,
        to state: Tree,
        whole: Set<Pointer>
    ) {
        self.whole = whole
        let most = whole.contains(group.pointer) ? Self.mostWholeLines : Self.mostLines
        let changes = group.changes.prefix(most)
        more = group.changes.count - changes.count
        if group.lengths != nil {
            addElements(changes, of: group, besides: changedInside.compactMap(Pointer.index).sorted())
        } else if more == 0, changes.first?.pointer != .root, case .object(let members)? = state[group.pointer] {
            addMembers(changes, of: members, at: group.pointer, besides: changedInside)
        } else {
            lines = changes.map(line)
        }
    }

    /// Adds the changes of an object in the order of its members. Members in `changedInside` have their own groups.
    private mutating func addMembers(
        _ changes: ArraySlice<Change>,
        of members: ObjectNode,
        at pointer: Pointer,
        besides changedInside: Set<String>
    ) {
        var next = 0
        func unchanged(upTo end: Int, isLast: Bool) -> [DiffAnswer.Line] {
            let indices = (next..<max(next, end)).filter { !changedInside.contains(members.keys[$0]) }
            let (head, tail) = (next == 0 ? 0 : Self.neighbors, isLast ? 0 : Self.neighbors)
            let hidden = indices.count - head - tail
            let neighbors = indices.map { index in
                let key = members.keys[index]
                return DiffAnswer.Line(
                    op: "same",
                    key: key,
                    pointer: pointer.appending(key).description,
                    new: BriefValue(members.values[index])
                )
            }
            // A gap takes as much space as one or two lines.
            guard hidden > 2 else { return neighbors }
            return neighbors.prefix(head) + [DiffAnswer.Line(gap: hidden, at: pointer)] + neighbors.suffix(tail)
        }
        for change in changes {
            let position = members.position(of: change.pointer.tokens.last ?? "").index
            lines += unchanged(upTo: position, isLast: false)
            lines.append(line(change))
            next = change.new == nil ? position : position + 1
        }
        lines += unchanged(upTo: members.keys.count, isLast: true)
    }

    /// Adds the changes of elements, and the numbers of unchanged ones between them. Elements at the indices in
    /// `changedInside` have their own groups.
    private mutating func addElements(
        _ changes: ArraySlice<Change>,
        of group: StateDifference.Group,
        besides changedInside: [Int]
    ) {
        let changed = group.changes.compactMap(\.oldIndex).sorted()
        var (shown, newElements) = (0, 0)
        func addGap(upTo unchanged: Int, at index: Int) {
            let unchanged = unchanged - changedInside.partitioningIndex { $0 >= index }
            if unchanged > shown { lines.append(DiffAnswer.Line(gap: unchanged - shown, at: group.pointer)) }
            shown = max(shown, unchanged)
        }
        for change in changes {
            if let after = change.newIndex {
                addGap(upTo: after - newElements, at: after)
                newElements += 1
            } else if let before = change.oldIndex {
                addGap(upTo: before - changed.partitioningIndex { $0 >= before }, at: before)
            }
            lines.append(line(change))
        }
        if more == 0, let lengths = group.lengths { addGap(upTo: lengths.after - newElements, at: lengths.after) }
    }

    private func line(_ change: Change) -> DiffAnswer.Line {
        let op = change.kind == .replace ? "change" : change.kind.rawValue
        // Changed values are compared word by word.
        let limit = op == "change" && change.inner.isEmpty ? BriefValue.longText : BriefValue.shortText
        let (old, new) = BriefValue.pair(change.old, change.new, limit: limit)
        var line = DiffAnswer.Line(
            op: op,
            key: change.isElement ? nil : change.pointer.tokens.last ?? "",
            before: change.before,
            after: change.after,
            pointer: change.pointer.description,
            old: change.old == nil ? nil : old,
            new: change.new == nil ? nil : new
        )
        if change.isElement { line.label = (change.new ?? change.old).flatMap(MemberOrder.label) }
        if !change.inner.isEmpty {
            let most = whole.contains(change.pointer) ? Self.mostWholeLines : Self.mostLines
            line.lines = change.inner.prefix(most).map { inner in
                var line = self.line(inner)
                line.key = inner.pointer.from(change.pointer).map { String($0.description.dropFirst()) }
                return line
            }
            if change.inner.count > most { line.more = change.inner.count - most }
        } else if change.old == nil || change.new == nil, let value = change.new ?? change.old {
            addMembers(of: value, to: &line, change)
        }
        return line
    }

    /// Adds the members of an added or removed container. Elements of arrays are only shown on request.
    private func addMembers(of value: Tree, to line: inout DiffAnswer.Line, _ change: Change) {
        let members = MemberOrder.members(of: value)
        let isWhole = whole.contains(change.pointer)
        let shown = members.prefix(isWhole ? Self.mostWholeLines : change.isElement ? 0 : Self.mostMembers)
        if !shown.isEmpty {
            line.lines = shown.map { key, member in
                let value = BriefValue(member)
                return DiffAnswer.Line(
                    op: line.op,
                    key: key,
                    pointer: change.pointer.appending(key).description,
                    old: change.new == nil ? value : nil,
                    new: change.new == nil ? nil : value
                )
            }
        }
        if members.count > shown.count { line.more = members.count - shown.count }
    }
}

extension Change {
    fileprivate var oldIndex: Int? { before ?? (old == nil ? nil : pointer.tokens.last.flatMap(Pointer.index)) }
    fileprivate var newIndex: Int? { after ?? (new == nil ? nil : pointer.tokens.last.flatMap(Pointer.index)) }
}

extension DiffAnswer.Line {
    /// Creates a line for unchanged members or elements that are not shown.
    fileprivate init(gap count: Int, at pointer: Pointer) {
        self.init(op: "gap", pointer: pointer.description, count: count)
    }
}
