import RewindTree

/// Finds what is different between two states, and orders it for `StateDifference`.
struct StateComparison {
    /// How many lines a group has before it is cut, and one that is not to be cut.
    private static let mostLines = 40
    private static let mostWholeLines = 5_000
    /// How many unchanged neighbours a change has on each side.
    private static let neighbours = 3

    /// A value that is different.
    private struct Find {
        let pointer: Pointer
        let old: Tree?
        let new: Tree?
    }

    private let whole: Set<Pointer>
    private var finds: [Pointer: [Find]] = [:]
    private var order: [Pointer] = []
    private var arrays: [StateDifference.Group] = []

    init(whole: Set<Pointer>) {
        self.whole = whole
    }

    mutating func compare(_ old: Tree, _ new: Tree, at pointer: Pointer) {
        if old.isIdentical(to: new) { return }
        switch (old, new) {
        case (.object(let before), .object(let after)) where !Self.areOthers(before, after):
            compareMembers(before, after, at: pointer)
        case (.array(let before), .array(let after)):
            if let elements = IdentifiedElements(before, after) {
                let group = self.group(elements, at: pointer)
                if group.counts.sum > 0 { arrays.append(group) }
            } else {
                compareElements(before, after, at: pointer)
            }
        default:
            if old != new { note(old, new, at: pointer) }
        }
    }

    /// Whether one object took the place of another one: told as that, not member by member.
    private static func areOthers(_ old: ObjectNode, _ new: ObjectNode) -> Bool {
        guard let before = old["id"], let after = new["id"] else { return false }
        return before != after
    }

    private mutating func note(_ old: Tree?, _ new: Tree?, at pointer: Pointer) {
        let holder = pointer.parent ?? .root
        if finds[holder] == nil { order.append(holder) }
        finds[holder, default: []].append(Find(pointer: pointer, old: old, new: new))
    }

    private mutating func compareMembers(_ old: ObjectNode, _ new: ObjectNode, at pointer: Pointer) {
        forEachMember(of: old, new) { key, before, after in
            switch (before, after) {
            case (let before?, let after?):
                if !before.isIdentical(to: after) {
                    StackRoom.growing { compare(before, after, at: pointer.appending(key)) }
                }
            default: note(before, after, at: pointer.appending(key))
            }
        }
    }

    /// By what the ends of both have in common, and the rest by position.
    private mutating func compareElements(_ old: ArrayNode, _ new: ArrayNode, at pointer: Pointer) {
        let shorter = min(old.count, new.count)
        var head = 0
        while head < shorter, old[head] == new[head] { head += 1 }
        var tail = 0
        if old.count != new.count {
            while tail < shorter - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
        }
        let (before, after) = (old.count - tail, new.count - tail)
        for index in head..<max(before, after, head) {
            let inner = pointer.appending(index)
            if index < min(before, after) {
                StackRoom.growing { compare(old[index], new[index], at: inner) }
            } else if index < after {
                note(nil, new[index], at: inner)
            } else {
                note(old[index], nil, at: inner)
            }
        }
    }

    // MARK: Groups

    consuming func groups(from old: Tree, to new: Tree) -> [StateDifference.Group] {
        let objects = order.map { holder in
            group(finds[holder] ?? [], at: holder, old: old[holder], new: new[holder])
        }
        let bySize = objects.enumerated()
            .sorted { ($1.element.counts.sum, $0.offset) < ($0.element.counts.sum, $1.offset) }
        return arrays + bySize.map(\.element)
    }

    private func limit(at pointer: Pointer) -> Int {
        whole.contains(pointer) ? Self.mostWholeLines : Self.mostLines
    }

    private func group(_ finds: [Find], at pointer: Pointer, old: Tree?, new: Tree?) -> StateDifference.Group {
        var counts = StateDifference.Counts()
        var lines: [StateDifference.Line] = []
        let limit = limit(at: pointer)
        for find in finds {
            let kind: StateDifference.Line.Kind =
                find.old == nil ? .add : find.new == nil ? .remove : .change
            switch kind {
            case .add: counts.added += 1
            case .remove: counts.removed += 1
            default: counts.changed += 1
            }
            // Of those that nobody sees there may be very many.
            guard lines.count < limit else { continue }
            lines.append(line(kind, find.pointer.tokens.last ?? "", at: find.pointer, find.old, find.new))
        }
        let isArray = if case .array = new ?? old { true } else { false }
        var group = StateDifference.Group(
            pointer: pointer,
            kind: isArray ? .array : .object,
            counts: counts,
            lengths: isArray ? (old?.elementCount ?? 0, new?.elementCount ?? 0) : nil,
            lines: lines
        )
        group.more = counts.sum - lines.count
        if case .object(let members) = new, group.more == 0 {
            group.lines = withNeighbours(lines, among: members, at: pointer)
        }
        return group
    }

    /// The changes of an object, in the order of its members, with what is unchanged next to them.
    private func withNeighbours(
        _ lines: [StateDifference.Line],
        among members: ObjectNode,
        at pointer: Pointer
    ) -> [StateDifference.Line] {
        let changes = lines.map { ($0, at: members.position(of: $0.key ?? "").index) }.sorted { $0.at < $1.at }
        var result: [StateDifference.Line] = []
        // Of those that have changes of their own inside, another group tells.
        let changedInside = Set(
            (order + arrays.map(\.pointer)).filter { pointer.isPrefix(of: $0) && $0 != pointer }
                .map { $0.tokens[pointer.tokens.count] }
        )
        var next = 0
        func addUnchanged(upTo end: Int, isLast: Bool) {
            let unchanged = (next..<max(next, end)).filter { !changedInside.contains(members.keys[$0]) }
            let head = next == 0 ? 0 : Self.neighbours
            let tail = isLast ? 0 : Self.neighbours
            let hidden = unchanged.count - head - tail
            for (offset, index) in unchanged.enumerated() {
                // A gap of one or two lines would take as much room as they do.
                if hidden > 2, offset >= head, offset < unchanged.count - tail {
                    if offset == head { result.append(.init(kind: .gap(hidden), pointer: pointer)) }
                    continue
                }
                let (key, value) = (members.keys[index], members.values[index])
                result.append(
                    .init(kind: .same, key: key, pointer: pointer.appending(key), old: value, new: value)
                )
            }
        }
        for (line, at) in changes {
            addUnchanged(upTo: at, isLast: false)
            result.append(line)
            next = at
            if line.new != nil { next += 1 }
        }
        addUnchanged(upTo: members.keys.count, isLast: true)
        return result
    }

    // MARK: Elements by identity

    private func group(_ elements: IdentifiedElements, at pointer: Pointer) -> StateDifference.Group {
        var counts = StateDifference.Counts()
        var lines: [StateDifference.Line] = []
        var (unchanged, more) = (0, 0)
        let limit = limit(at: pointer)
        func add(_ line: StateDifference.Line) {
            guard lines.count < limit else {
                more += 1
                return
            }
            if unchanged > 0 { lines.append(.init(kind: .gap(unchanged), pointer: pointer)) }
            unchanged = 0
            lines.append(line)
        }
        elements.forEach { found in
            switch found {
            case .removed(let before):
                counts.removed += 1
                add(element(.remove, before, elements.old[before], at: pointer))
            case .added(let after):
                counts.added += 1
                add(element(.add, after, elements.new[after], at: pointer))
            case .kept(let before, let after, let isMoved):
                let (old, new) = (elements.old[before], elements.new[after])
                let inner = pointer.appending(after)
                let changes = old.isIdentical(to: new) ? [] : Self.changes(from: old, to: new, at: inner)
                guard isMoved || !changes.isEmpty else {
                    unchanged += 1
                    return
                }
                if isMoved { counts.moved += 1 }
                if !changes.isEmpty { counts.changed += 1 }
                add(
                    .init(
                        kind: isMoved ? .move : .change,
                        before: before,
                        after: after,
                        pointer: inner,
                        old: old,
                        new: new,
                        lines: changes
                    )
                )
            }
        }
        if unchanged > 0, more == 0 { lines.append(.init(kind: .gap(unchanged), pointer: pointer)) }
        return StateDifference.Group(
            pointer: pointer,
            kind: .array,
            counts: counts,
            lengths: (elements.old.count, elements.new.count),
            lines: lines,
            more: more
        )
    }

    /// The changes inside one element, as lines whose keys are pointers relative to it.
    private static func changes(from old: Tree, to new: Tree, at pointer: Pointer) -> [StateDifference.Line] {
        StackRoom.growing {
            let groups = StateDifference(from: old, to: new).groups
            return groups.flatMap { group in
                group.lines.compactMap { line in
                    if case .same = line.kind { return nil }
                    if case .gap = line.kind { return nil }
                    return line.below(pointer)
                }
            }
        }
    }

    /// An element that came or went: by its name, as there may be many, and with what it holds where that is asked for.
    private func element(
        _ kind: StateDifference.Line.Kind,
        _ index: Int,
        _ value: Tree,
        at array: Pointer
    ) -> StateDifference.Line {
        let pointer = array.appending(index)
        let isNew = if case .add = kind { true } else { false }
        let (old, new) = isNew ? (nil, Optional(value)) : (value, nil)
        var element = StateDifference.Line(kind: kind, pointer: pointer, old: old, new: new)
        if whole.contains(pointer) {
            element = line(kind, nil, at: pointer, old, new)
        } else {
            element.more = MemberOrder.members(of: value).count
        }
        (element.before, element.after) = isNew ? (nil, index) : (index, nil)
        return element
    }

    // MARK: Lines

    /// How many members a container that came or went shows.
    private static let mostMembers = 14

    private func line(
        _ kind: StateDifference.Line.Kind,
        _ key: String?,
        at pointer: Pointer,
        _ old: Tree?,
        _ new: Tree?
    ) -> StateDifference.Line {
        var line = StateDifference.Line(kind: kind, key: key, pointer: pointer, old: old, new: new)
        // What is in the place of nothing, or nothing in its place, shows what it holds.
        guard old == nil || new == nil, let value = new ?? old else { return line }
        let isWhole = whole.contains(pointer)
        let limit = isWhole ? Self.mostWholeLines : Self.mostMembers
        let members = MemberOrder.members(of: value)
        line.lines = members.prefix(limit).map { key, member in
            .init(
                kind: kind,
                key: key,
                pointer: pointer.appending(key),
                old: old == nil ? nil : member,
                new: new == nil ? nil : member
            )
        }
        line.more = max(0, members.count - limit)
        return line
    }

    private func forEachMember(of old: ObjectNode, _ new: ObjectNode, _ body: (String, Tree?, Tree?) -> Void) {
        var (left, right) = (0, 0)
        while left < old.keys.count || right < new.keys.count {
            let isOld = left < old.keys.count
            let isNew = right < new.keys.count
            if isOld, isNew, old.keys[left].utf8.elementsEqual(new.keys[right].utf8) {
                body(old.keys[left], old.values[left], new.values[right])
                (left, right) = (left + 1, right + 1)
            } else if isOld, !isNew || old.keys[left].utf8.lexicographicallyPrecedes(new.keys[right].utf8) {
                body(old.keys[left], old.values[left], nil)
                left += 1
            } else {
                body(new.keys[right], nil, new.values[right])
                right += 1
            }
        }
    }
}

extension StateDifference.Line {
    /// The same line of what stands at `holder`.
    fileprivate func below(_ holder: Pointer) -> StateDifference.Line {
        var line = StateDifference.Line(
            kind: kind,
            key: pointer.description.hasPrefix("/") ? String(pointer.description.dropFirst()) : pointer.description,
            before: before,
            after: after,
            pointer: Pointer(holder.tokens + pointer.tokens),
            old: old,
            new: new
        )
        line.lines = lines.map { inner in
            var inner = inner.below(holder)
            inner.key = inner.pointer.tokens.last
            return inner
        }
        line.more = more
        return line
    }
}

extension Tree {
    /// How many elements an array has, 0 for everything else.
    fileprivate var elementCount: Int {
        if case .array(let elements) = self { elements.count } else { 0 }
    }
}
