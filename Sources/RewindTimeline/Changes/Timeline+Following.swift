import RewindSession
import RewindTree

extension Timeline {
    /// Returns the first action after `seq`, on the way to `tip`, that changed the value at `pointer`; nil if none did.
    ///
    /// - Complexity: The cost of reading the value, for each action that may have changed it.
    /// - Throws: `SessionError`, `TimelineError.notAnAncestor` if `seq` is not an ancestor of `tip`.
    package func nextWrite(of pointer: Pointer, after seq: Int, toward tip: Int) throws -> Int? {
        guard seq < tip else { return nil }
        let old = try value(at: seq, pointer)
        for range in try path(from: seq, to: tip).ranges {
            var lower = max(range.lowerBound, seq + 1)
            while lower <= range.upperBound,
                let found = try changeIndex().first(changing: pointer, in: lower...range.upperBound)
            {
                if try value(at: found, pointer, isSequential: true) != old { return found }
                lower = found + 1
            }
        }
        return nil
    }

    /// Returns the actions in `range`, in order, that may have changed the value at `pointer`.
    ///
    /// - Complexity: One probe for each related pointer in the index, and linear in the result.
    /// - Throws: `SessionError`.
    package func candidates(changing pointer: Pointer, in range: ClosedRange<Int>) throws -> [Int] {
        try changeIndex().seqs(changing: [pointer], in: range)
    }
}
