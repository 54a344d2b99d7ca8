import RewindTree

/// The entries of the list: actions, folds of minor actions, and starts of branches, as far as they have been
/// processed.
struct ListEntries {
    enum Kind: UInt8 {
        case action
        case fold
        case branch
        /// Everything that one action or effect caused.
        case group
    }

    struct Entry {
        fileprivate(set) var kind: Kind
        /// The first action of the entry; for a branch, the action that starts it.
        let first: Int32
        var last: Int32
        /// The number of actions in this range that belong to the entry.
        var count: Int32
        /// Of a group, the effect that is its root, as an index; -1 if its first action is.
        var root: Int32 = -1
    }

    private(set) var entries: [Entry] = []
    /// The number of actions that the filter includes.
    private(set) var actions = 0
    /// The number of folded actions.
    private(set) var folded = 0
    /// The number of processed actions.
    private var seen = 0
    private var groups = CauseGroups()

    /// Processes the actions added since the last call.
    ///
    /// - Parameters:
    ///   - isNoise: Whether a type is minor, by type number.
    ///   - marked: Actions that are never folded.
    /// - Complexity: Linear in the new actions.
    mutating func extend(over columns: ActionColumns, mask: FilterMask, isNoise: [Bool], marked: Set<Int>) {
        var run = columns.run(of: columns.firstSeq + seen) ?? 0
        for index in seen..<columns.count {
            let seq = columns.firstSeq + index
            while columns.runs[run].last < seq { run += 1 }
            if columns.runs[run].first == seq, run > 0 {
                entries.append(Entry(kind: .branch, first: Int32(seq), last: Int32(seq), count: 0))
            }
            guard mask.isIn[index] else { continue }
            actions += 1
            let isFolded =
                mask.filter.foldsNoise && isNoise[Int(columns.typeNumbers[index])]
                && columns.flags[index].isDisjoint(with: .trouble) && !marked.contains(seq)
            guard isFolded else {
                entries.append(Entry(kind: .action, first: Int32(seq), last: Int32(seq), count: 1))
                continue
            }
            folded += 1
            if let last = entries.last, last.kind == .fold {
                entries[entries.count - 1].last = Int32(seq)
                entries[entries.count - 1].count += 1
            } else {
                entries.append(Entry(kind: .fold, first: Int32(seq), last: Int32(seq), count: 1))
            }
        }
        seen = columns.count
    }

    /// Processes the actions added since the last call, each in the entry of its first cause.
    ///
    /// - Complexity: Linear in the new actions.
    mutating func extendGroups(over columns: ActionColumns, mask: FilterMask, _ effects: EffectColumns) {
        var run = columns.run(of: columns.firstSeq + seen) ?? 0
        for index in seen..<columns.count {
            let seq = columns.firstSeq + index
            while columns.runs[run].last < seq { run += 1 }
            if columns.runs[run].first == seq, run > 0 {
                entries.append(Entry(kind: .branch, first: Int32(seq), last: Int32(seq), count: 0))
            }
            let isIn = mask.isIn[index]
            let root = effects.roots[index]
            let known = isIn ? groups.entry(of: root, firstSeq: columns.firstSeq) : nil
            groups.append(to: isIn ? known ?? Int32(entries.count) : -1, isNew: known == nil)
            guard isIn else { continue }
            actions += 1
            if let known {
                entries[Int(known)].kind = .group
                entries[Int(known)].last = Int32(seq)
                entries[Int(known)].count += 1
                folded += 1
                continue
            }
            groups.set(Int32(entries.count), of: root, firstSeq: columns.firstSeq)
            var entry = Entry(kind: .action, first: Int32(seq), last: Int32(seq), count: 1)
            if let effect = root.effect { (entry.kind, entry.root) = (.group, Int32(effect)) }
            entries.append(entry)
        }
        seen = columns.count
    }

    /// Returns the actions of a group, up to a number of them.
    func members(of entry: Entry, in columns: ActionColumns, limit: Int) -> [Int] {
        var members = [Int(entry.first)]
        while members.count < limit, let next = groups.next(columns.index(of: members[members.count - 1])) {
            members.append(columns.firstSeq + next)
        }
        return members
    }

    /// Returns the index of the entry that contains an action, or of the next one.
    ///
    /// - Complexity: O(log *n*); in a grouped list, linear in the excluded actions around it.
    func index(of seq: Int, in columns: ActionColumns) -> Int {
        if let index = groups.entry(near: columns.index(of: seq)) { return index }
        let index = entries.partitioningIndex { $0.last >= seq }
        // The start of a branch precedes its first action.
        if index + 1 < entries.count, entries[index].kind == .branch, entries[index + 1].first == seq {
            return index + 1
        }
        return min(index, max(0, entries.count - 1))
    }
}

/// The entries of a list that is grouped by cause: which actions belong to which entry.
private struct CauseGroups {
    /// The entry of each action, by index; -1 if it is excluded.
    private var entries: [Int32] = []
    /// The next action in the same entry, by index; 0 if there is none.
    private var following: [Int32] = []
    /// The last action of each entry, as an index.
    private var lastMembers: [Int32] = []
    /// The entry of each action or effect that is a root, by index; -1 if it is none.
    private var ofActions: [Int32] = []
    private var ofEffects: [Int32] = []

    /// Returns the entry of a root; nil if none exists.
    func entry(of root: EffectColumns.Link, firstSeq: Int) -> Int32? {
        let found =
            if let effect = root.effect {
                effect < ofEffects.count ? ofEffects[effect] : -1
            } else {
                root.action.map { $0 - firstSeq < ofActions.count ? ofActions[$0 - firstSeq] : -1 } ?? -1
            }
        return found < 0 ? nil : found
    }

    mutating func set(_ entry: Int32, of root: EffectColumns.Link, firstSeq: Int) {
        if let effect = root.effect {
            while ofEffects.count <= effect { ofEffects.append(-1) }
            ofEffects[effect] = entry
        } else if let seq = root.action {
            while ofActions.count <= seq - firstSeq { ofActions.append(-1) }
            ofActions[seq - firstSeq] = entry
        }
    }

    /// Adds the next action to an entry; to none if that is -1.
    mutating func append(to entry: Int32, isNew: Bool) {
        let index = Int32(entries.count)
        entries.append(entry)
        following.append(0)
        guard entry >= 0 else { return }
        while lastMembers.count <= entry { lastMembers.append(index) }
        if !isNew { following[Int(lastMembers[Int(entry)])] = index }
        lastMembers[Int(entry)] = index
    }

    /// Returns the next action in the same entry, as an index; nil if there is none.
    func next(_ index: Int) -> Int? {
        following.indices.contains(index) && following[index] > 0 ? Int(following[index]) : nil
    }

    /// Returns the entry of an action, or of the nearest one that is not excluded; nil if there are no groups.
    func entry(near index: Int) -> Int? {
        guard !entries.isEmpty else { return nil }
        let index = max(0, min(index, entries.count - 1))
        let found = entries[index...].first { $0 >= 0 } ?? entries[..<index].last { $0 >= 0 }
        return found.map { Int($0) } ?? 0
    }
}
