#if os(macOS) || os(Linux)

import RewindTree

/// The entries of the list: actions, runs of folded ones, and where branches begin, as far as they have been laid out.
struct ListEntries {
    enum Kind: UInt8 {
        case action
        case fold
        case branch
    }

    struct Entry {
        let kind: Kind
        /// The first action it stands for; of a branch, that with which it begins.
        let first: Int32
        /// The last one.
        var last: Int32
        /// How many of those in between it stands for.
        var count: Int32
    }

    private(set) var entries: [Entry] = []
    /// How many actions the filter let through.
    private(set) var actions = 0
    /// How many of them are folded.
    private(set) var folded = 0
    /// How many actions have been looked at.
    private var seen = 0

    /// Lays out the actions that came since.
    ///
    /// - Parameters:
    ///   - isNoise: by number of type.
    ///   - marked: actions that are never folded.
    /// - Complexity: linear in them.
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

    /// The index of the entry that an action is in, or of the first one behind it.
    ///
    /// - Complexity: O(log *n*).
    func index(of seq: Int) -> Int {
        let index = entries.partitioningIndex { $0.last >= seq }
        // In front of an action there may be the head of its branch.
        if index + 1 < entries.count, entries[index].kind == .branch, entries[index + 1].first == seq {
            return index + 1
        }
        return min(index, max(0, entries.count - 1))
    }
}

#endif
