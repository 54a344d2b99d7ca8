import RewindSession
import RewindTree

extension Timeline {
    /// The initial and the maximum number of actions in one index query.
    private static let firstWindow = 256
    private static let largestWindow = 65_536

    /// Calls `body` with the actions of `filter`, in its order, until it returns false: with all of them, or with those
    /// that changed the value at `pointer`.
    ///
    /// An element that moves changes the values at its old and its new index.
    ///
    /// - Complexity: The cost of reading the value, for each action that may have changed it.
    /// - Throws: `SessionError`, or an error of `body`.
    package func forEachAction(
        _ filter: ActionFilter,
        touching pointer: Pointer?,
        _ body: (ActionRecord) throws -> Bool
    ) throws {
        guard let pointer else { return try session.forEachAction(filter, body) }
        let start = max(first, filter.after ?? first) + 1
        let last = min(self.last, filter.through ?? .max)
        var left = filter.limit ?? .max
        var window = Self.firstWindow
        var rest = start...max(last, start)
        while left > 0, rest.lowerBound <= last {
            let range =
                filter.isReversed
                ? max(rest.lowerBound, rest.upperBound - window + 1)...rest.upperBound
                : rest.lowerBound...min(rest.upperBound, rest.lowerBound + window - 1)
            window = min(window * 2, Self.largestWindow)
            let seqs = try changeIndex().seqs(changing: [pointer], in: range)
            for seq in filter.isReversed ? seqs.reversed() : seqs {
                guard let record = try action(seq, in: filter), try isChanged(pointer, by: seq, record.patch) else {
                    continue
                }
                left -= 1
                guard try body(record), left > 0 else { return }
            }
            if range == rest { return }
            rest =
                filter.isReversed
                ? rest.lowerBound...range.lowerBound - 1 : range.upperBound + 1...rest.upperBound
        }
    }

    /// Returns the actions in `range`, in order, that changed the value at `pointer`.
    ///
    /// - Complexity: The cost of reading the value, for each action that may have changed it.
    /// - Throws: `SessionError`.
    package func seqs(touching pointer: Pointer, in range: ClosedRange<Int>) throws -> [Int] {
        try changeIndex().seqs(changing: [pointer], in: range).filter { seq in
            try isChanged(pointer, by: seq, session.patch(seq))
        }
    }

    /// Returns action `seq` if the filter includes it.
    private func action(_ seq: Int, in filter: ActionFilter) throws -> ActionRecord? {
        var filter = filter
        (filter.after, filter.through) = (seq - 1, seq)
        var found: ActionRecord?
        try session.forEachAction(filter) { record in
            found = record
            return false
        }
        return found
    }

    /// Returns true if an action changed the value at `pointer`.
    private func isChanged(_ pointer: Pointer, by seq: Int, _ patch: Patch?) throws -> Bool {
        let pointers = patch?.pointers ?? []
        guard pointers.contains(where: { $0.touches(pointer) }) else { return false }
        // A write of the value itself, or inside it, changed it; after a write of a larger part, compare.
        if pointers.allSatisfy({ pointer.isPrefix(of: $0) || !$0.touches(pointer) }) { return true }
        return try Self.unlessPruned {
            try value(at: parent(of: seq), pointer, isSequential: true) != value(at: seq, pointer, isSequential: true)
        } ?? true
    }
}
