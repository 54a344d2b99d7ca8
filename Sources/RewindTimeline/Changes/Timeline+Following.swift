import RewindSession
import RewindTree

extension Timeline {
    /// The first action behind `seq`, on the way from there to `tip`, that makes another value of what is at `pointer`;
    /// nil when none does.
    ///
    /// - Complexity: that of a value for each action that may have changed it.
    /// - Throws: `SessionError`, `TimelineError.notAnAncestor` where `tip` does not follow `seq`.
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

    /// The actions in `range`, in order, that may have made another value of what is at `pointer`.
    ///
    /// - Complexity: a probe for each pointer that the index has, and linear in what is found.
    /// - Throws: `SessionError`.
    package func candidates(changing pointer: Pointer, in range: ClosedRange<Int>) throws -> [Int] {
        try changeIndex().seqs(changing: [pointer], in: range)
    }
}
