import RewindTree

/// The entries of the list: actions, folds of minor actions, and starts of branches, as far as they have been
/// processed.
struct ListEntries {
    enum Kind: UInt8 {
        case action
        case fold
        case branch
    }

    struct Entry {
        let kind: Kind
        /// The first action of the entry; for a branch, the action that starts it.
        let first: Int32
        var last: Int32
        /// The number of actions in this range that belong to the entry.
        var count: Int32
    }

    private(set) var entries: [Entry] = []
    /// The number of actions that the filter includes.
    private(set) var actions = 0
    /// The number of folded actions.
    private(set) var folded = 0
    /// The number of processed actions.
    private var seen = 0

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

    /// Returns the index of the entry that contains an action, or of the next one.
    ///
    /// - Complexity: O(log *n*).
    func index(of seq: Int) -> Int {
        let index = entries.partitioningIndex { $0.last >= seq }
        // The start of a branch precedes its first action.
        if index + 1 < entries.count, entries[index].kind == .branch, entries[index + 1].first == seq {
            return index + 1
        }
        return min(index, max(0, entries.count - 1))
    }
}
