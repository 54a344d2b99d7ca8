import RewindTree

/// The difference between two states, grouped by object or array. Elements of arrays are compared by identity if all of
/// them have one.
///
/// All views of a difference use this type. A `Patch` describes how to transform one state into the other; this
/// describes what a person sees.
package struct StateDifference: Hashable, Sendable {
    /// The changes in one object or array.
    package struct Group: Hashable, Sendable {
        package let pointer: Pointer
        /// The lengths of an array before and after; nil for an object.
        package let lengths: Lengths?
        package fileprivate(set) var changes: [Change] = []

        package var counts: Counts { Counts(of: changes) }
    }

    package struct Lengths: Hashable, Sendable {
        package let before, after: Int
    }

    /// The number of changes of each kind. A moved element also counts as changed if its parts changed.
    package struct Counts: Sendable {
        package private(set) var added = 0
        package private(set) var removed = 0
        package private(set) var moved = 0
        package private(set) var changed = 0

        package var sum: Int { added + removed + moved + changed }

        fileprivate init(of changes: [Change]) {
            for change in changes {
                switch change.kind {
                case .add: added += 1
                case .remove: removed += 1
                case .move:
                    moved += 1
                    if !change.inner.isEmpty { changed += 1 }
                case .replace: changed += 1
                }
            }
        }
    }

    /// The groups, the most relevant first: arrays compared by identity, then the others by number of changes.
    package let groups: [Group]

    /// All changes, one by one. Together they transform the old state into the new one.
    package var changes: [Change] { groups.flatMap { $0.changes.flatMap(\.flat) } }

    package var isEmpty: Bool { groups.isEmpty }

    /// Compares two states, or their values at `pointer`; nil means no value.
    ///
    /// - Complexity: Linear in the parts that the states do not share; O(*n* log *n*) for arrays compared by identity.
    package init(from old: Tree?, to new: Tree?, at pointer: Pointer = .root) {
        var comparison = StateComparison()
        var change: Change?
        switch (old, new) {
        case (nil, nil): break
        case (nil, let new?): change = Change(.add, pointer, new: new)
        case (let old?, nil): change = Change(.remove, pointer, old: old)
        case (let old?, let new?): change = comparison.compare(old, new, at: pointer)
        }
        let own = change.map { Group(pointer: pointer.parent ?? .root, lengths: nil, changes: [$0]) }
        let others = comparison.others.map { ($0, $0.counts.sum) }.enumerated()
            .sorted { ($1.element.1, $0.offset) < ($0.element.1, $1.offset) }
        groups = (own.map { [$0] } ?? []) + comparison.arrays + others.map(\.element.0)
    }
}

/// Computes the groups of a difference.
private struct StateComparison {
    /// Arrays compared by identity.
    var arrays: [StateDifference.Group] = []
    var others: [StateDifference.Group] = []

    /// Adds the groups for two values, or returns the change if one replaced the other as a whole.
    mutating func compare(_ old: Tree, _ new: Tree, at pointer: Pointer) -> Change? {
        if old.isIdentical(to: new) { return nil }
        switch (old, new) {
        case (.object(let before), .object(let after)) where !new.isOther(than: old):
            compareMembers(before, after, at: pointer)
        case (.array(let before), .array(let after)):
            switch ElementPairs(before, after).kind {
            case .identified(let elements): compare(before, after, pairedAs: elements, at: pointer)
            case .positional(let head, let tail): compare(before, after, from: head, tail: tail, at: pointer)
            }
        default: return old == new ? nil : Change(.replace, pointer, old: old, new: new)
        }
        return nil
    }

    private mutating func compareMembers(_ old: ObjectNode, _ new: ObjectNode, at pointer: Pointer) {
        var group: Int?
        new.forEachMember(beside: old) { key, before, after in
            add(pointer.appending(key), before, after, to: &group, at: pointer)
        }
    }

    private mutating func compare(_ old: ArrayNode, _ new: ArrayNode, from head: Int, tail: Int, at pointer: Pointer) {
        let lengths = StateDifference.Lengths(before: old.count, after: new.count)
        let (before, after) = (old.count - tail, new.count - tail)
        var group: Int?
        for index in head..<max(before, after) {
            let (old, new) = (index < before ? old[index] : nil, index < after ? new[index] : nil)
            add(pointer.appending(index), old, new, to: &group, at: pointer, lengths)
        }
    }

    /// Adds the change of a member or element to the group of its container, and creates the group if necessary.
    private mutating func add(
        _ inner: Pointer,
        _ old: Tree?,
        _ new: Tree?,
        to group: inout Int?,
        at pointer: Pointer,
        _ lengths: StateDifference.Lengths? = nil
    ) {
        let change: Change
        switch (old, new) {
        case (let old?, let new?):
            if old.isIdentical(to: new) { return }
            guard let replacement = StackRoom.growing({ compare(old, new, at: inner) }) else { return }
            change = replacement
        case (let old?, nil): change = Change(.remove, inner, old: old)
        case (nil, let new): change = Change(.add, inner, new: new)
        }
        let index = group ?? others.count
        if index == others.count { others.append(StateDifference.Group(pointer: pointer, lengths: lengths)) }
        others[index].changes.append(change)
        group = index
    }

    /// Adds the group of an array in the order of its new elements. A removed element comes before the first unmoved
    /// one that followed it.
    private mutating func compare(
        _ old: ArrayNode,
        _ new: ArrayNode,
        pairedAs elements: IdentifiedElements,
        at pointer: Pointer
    ) {
        var changes: [Change] = []
        func add(_ kind: Change.Kind, before: Int?, after: Int?, inner: [Change] = []) {
            let index = after ?? before ?? 0
            var change = Change(
                kind,
                pointer.appending(index),
                old: before.map { old[$0] },
                new: after.map { new[$0] }
            )
            (change.before, change.after, change.inner) = (before, after, inner)
            changes.append(change)
        }
        var isKept = Array(repeating: false, count: old.count)
        for source in elements.sources { if let source { isKept[source] = true } }
        var next = 0
        func addRemoved(upTo end: Int) {
            for index in next..<max(next, end) where !isKept[index] { add(.remove, before: index, after: nil) }
            next = max(next, end)
        }
        for (after, source) in elements.sources.enumerated() {
            guard let before = source else {
                add(.add, before: nil, after: after)
                continue
            }
            let isMoved = !elements.isStable[after]
            if !isMoved { addRemoved(upTo: before) }
            let inner = StackRoom.growing { Self.changes(from: old[before], to: new[after], at: pointer, after) }
            if isMoved || !inner.isEmpty { add(isMoved ? .move : .replace, before: before, after: after, inner: inner) }
        }
        addRemoved(upTo: old.count)
        if changes.isEmpty { return }
        let lengths = StateDifference.Lengths(before: old.count, after: new.count)
        arrays.append(StateDifference.Group(pointer: pointer, lengths: lengths, changes: changes))
    }

    private static func changes(from old: Tree, to new: Tree, at array: Pointer, _ index: Int) -> [Change] {
        old.isIdentical(to: new) ? [] : StateDifference(from: old, to: new, at: array.appending(index)).changes
    }
}
