import RewindTimeline
import RewindTree

/// The actions that a filter includes, as far as they have been processed.
struct FilterMask {
    let filter: ListFilter
    /// True for included actions, by index. Shorter than the columns if there are new actions.
    private(set) var isIn: [Bool] = []

    init(_ filter: ListFilter) {
        self.filter = filter
    }

    /// Processes the actions added since the last call.
    ///
    /// - Complexity: Linear in these; for a word that may occur in pointers, also in the changes of those pointers.
    /// - Throws: `SessionError`, `PointerError` for a malformed pointer in the filter.
    mutating func extend(over columns: ActionColumns, slices: [String], in timeline: Timeline) throws {
        let start = isIn.count
        guard start < columns.count else { return }
        var mask = [Bool](repeating: true, count: columns.count - start)
        if !filter.hidden.isEmpty {
            let isHidden = columns.sliceSets.map { !$0.isEmpty && filter.hidden.isSuperset(of: $0) }
            for offset in mask.indices where isHidden[Int(columns.sliceSetNumbers[start + offset])] {
                mask[offset] = false
            }
        }
        let seqs = columns.firstSeq + start...columns.lastSeq
        for word in filter.words {
            let holds = try self.holds(word.term, columns, slices, start, seqs, timeline)
            for offset in mask.indices where holds[offset] == word.isNegated { mask[offset] = false }
        }
        isIn += mask
    }

    private func holds(
        _ term: ListFilter.Term,
        _ columns: ActionColumns,
        _ slices: [String],
        _ start: Int,
        _ seqs: ClosedRange<Int>,
        _ timeline: Timeline
    ) throws -> [Bool] {
        let indices = start..<columns.count
        switch term {
        case .text(let text):
            let isType = columns.types.map { $0.lowercased().contains(text) }
            var holds = indices.map { isType[Int(columns.typeNumbers[$0])] }
            for seq in try timeline.session.seqs(changingPointersWith: text, in: seqs) {
                holds[seq - seqs.lowerBound] = true
            }
            return holds
        case .slice(let name):
            let named = Set(slices.indices.filter { slices[$0].lowercased().contains(name.lowercased()) })
            let isNamed = columns.sliceSets.map { !named.isDisjoint(with: $0) }
            var holds = indices.map { isNamed[Int(columns.sliceSetNumbers[$0])] }
            // The slices that share a number are found by their whole names.
            if slices.count >= ActionColumns.maximumSlices - 1 {
                for seq in try timeline.seqs(touching: [name], in: seqs) { holds[seq - seqs.lowerBound] = true }
            }
            return holds
        case .status(let name):
            let wanted = Self.flags(named: name)
            return indices.map { index in
                let flags = columns.flags[index]
                return wanted.map { !flags.isDisjoint(with: $0) }
                    ?? flags.isDisjoint(with: [.crash, .unknown, .failed, .skipped])
            }
        case .touches(let text):
            var holds = [Bool](repeating: false, count: indices.count)
            for seq in try timeline.seqs(touching: Pointer(parsing: text), in: seqs) {
                holds[seq - seqs.lowerBound] = true
            }
            return holds
        case .payload(let text):
            var holds = [Bool](repeating: false, count: indices.count)
            try timeline.session.forEachRow([.payload], in: seqs) { row in
                holds[row.seq - seqs.lowerBound] = try row.payload?.text.lowercased().contains(text) ?? false
                return true
            }
            return holds
        case .seqs(let wanted): return seqs.map(wanted.contains)
        }
    }

    /// Returns the flags of a status or trouble; nil for `done`, which has none.
    private static func flags(named name: String) -> ActionColumns.Flags? {
        let names: [(String, ActionColumns.Flags)] = [
            ("began", .crash), ("crash", .crash), ("failed", .failed), ("dropped", .unknown), ("unknown", .unknown),
            ("error", .error), ("trouble", .trouble), ("skipped", .skipped),
        ]
        if "done".hasPrefix(name) { return nil }
        return names.filter { $0.0.hasPrefix(name) }.reduce(into: []) { $0.formUnion($1.1) }
    }
}
