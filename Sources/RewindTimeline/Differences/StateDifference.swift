import RewindTree

/// The difference between two states, grouped by object or array.
///
/// All views of a difference use this type. A `Patch` describes how to transform one state into the other; this
/// describes what a person sees. Both pair the elements of arrays with `ElementMatching`.
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

    /// The groups, the most relevant first: arrays compared element by element, then the others by number of changes.
    package let groups: [Group]

    /// All changes, one by one. Together they transform the old state into the new one.
    package var changes: [Change] { groups.flatMap { $0.changes.flatMap(\.flat) } }

    package var isEmpty: Bool { groups.isEmpty }

    /// Compares two states, or their values at `pointer`; nil means no value.
    ///
    /// - Complexity: Linear in the parts that the states do not share; that of `ElementMatching` for arrays.
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
    /// Arrays compared element by element.
    var arrays: [StateDifference.Group] = []
    var others: [StateDifference.Group] = []

    /// Adds the groups for two values, or returns the change if one replaced the other as a whole.
    mutating func compare(_ old: Tree, _ new: Tree, at pointer: Pointer) -> Change? {
        if old.isIdentical(to: new) { return nil }
        switch (old, new) {
        case (.object(let before), .object(let after)) where !new.isOther(than: old):
            compareMembers(before, after, at: pointer)
        case (.array(let before), .array(let after)):
            let matching = ElementMatching(before, after)
            let isIdentified = (after.first ?? before.first)?.identity != nil
            if matching.isInPlace, !isIdentified {
                compareInPlace(before, after, matching, at: pointer)
            } else {
                compare(before, after, matching, at: pointer)
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

    /// Adds the changes of an array in which no element changes its index.
    private mutating func compareInPlace(
        _ old: ArrayNode,
        _ new: ArrayNode,
        _ matching: ElementMatching,
        at pointer: Pointer
    ) {
        let lengths = StateDifference.Lengths(before: old.count, after: new.count)
        var group: Int?
        for index in matching.pairs.map(\.new).sorted() + matching.removed + matching.added {
            let (old, new) = (index < old.count ? old[index] : nil, index < new.count ? new[index] : nil)
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
        _ matching: ElementMatching,
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
        var removed = (matching.removed + matching.replaced.map(\.old)).sorted()[...]
        func addRemoved(upTo end: Int) {
            while let index = removed.first, index < end { add(.remove, before: removed.removeFirst(), after: nil) }
        }
        var elements: [(after: Int, before: Int?)] = matching.pairs.map { ($0.new, $0.old) }
        elements += (matching.added + matching.replaced.map(\.new)).map { ($0, nil) }
        for (after, before) in elements.sorted(by: { $0.after < $1.after }) {
            guard let before else {
                add(.add, before: nil, after: after)
                continue
            }
            let isMoved = matching.hasMoved(after)
            if !isMoved { addRemoved(upTo: before) }
            if !isMoved, old[before].isIdentical(to: new[after]) { continue }
            var inner = StackRoom.growing { Self.changes(from: old[before], to: new[after], at: pointer, after) }
            guard isMoved || !inner.isEmpty else { continue }
            if !isMoved, inner.first?.pointer == pointer.appending(after) { inner = [] }
            add(isMoved ? .move : .replace, before: before, after: after, inner: inner)
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
