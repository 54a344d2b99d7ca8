import RewindTree

extension Timeline {
    /// Returns the first action after `seq`, on the way to `tip`, that changed the value at `pointer`; nil if none did.
    ///
    /// - Complexity: The cost of reading the value, for each action that may have changed it.
    /// - Throws: `SessionError`, `TimelineError.notAnAncestor` if `seq` is not an ancestor of `tip`.
    package func nextWrite(of pointer: Pointer, after seq: Int, toward tip: Int) throws -> Int? {
        var found: Int?
        try forEachWrite(of: pointer, after: seq, toward: tip) { write in
            found = write.seq
            return false
        }
        return found
    }

    /// Calls `body` with each write of the value at `pointer` after `seq`, on the way to `tip`, until it returns false.
    /// Elements that move in an array are not followed.
    ///
    /// - Complexity: The cost of reading the value, for each action that may have changed it.
    /// - Throws: `SessionError`, `TimelineError.notAnAncestor` if `seq` is not an ancestor of `tip`, or an error of
    ///   `body`.
    package func forEachWrite(
        of pointer: Pointer,
        after seq: Int,
        toward tip: Int,
        _ body: (Write) throws -> Bool
    ) throws {
        guard seq < tip else { return }
        var value = try value(at: seq, pointer)
        for range in try path(from: seq, to: tip).ranges {
            var lower = max(range.lowerBound, seq + 1)
            while lower <= range.upperBound,
                let action = try changeIndex().first(changing: pointer, in: lower...range.upperBound)
            {
                lower = action + 1
                let next = try self.value(at: action, pointer, isSequential: true)
                guard next != value else { continue }
                let gap = try gap(endingWith: parent(of: action))
                let write = Write(cause: .action, seq: action, pointer: pointer, old: value, new: next, gap: gap)
                guard try body(write) else { return }
                value = next
            }
        }
    }

    /// Returns the actions in `range`, in order, that may have changed the value at `pointer`.
    ///
    /// - Complexity: One probe for each related pointer in the index, and linear in the result.
    /// - Throws: `SessionError`.
    package func candidates(changing pointer: Pointer, in range: ClosedRange<Int>) throws -> [Int] {
        try changeIndex().seqs(changing: [pointer], in: range)
    }
}
