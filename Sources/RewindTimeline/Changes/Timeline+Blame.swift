import RewindTree

extension Timeline {
    /// Returns the last write of the value at `pointer` on the way to the state at `seq`, including its removal; nil if
    /// there never was a value.
    ///
    /// - Complexity: One index lookup for each action that may have written it and did not.
    /// - Throws: `SessionError`, `TimelineError.pruned`.
    package func blame(_ pointer: Pointer, at seq: Int) throws -> Write? {
        var history = try ValueHistory(of: pointer, at: seq, in: self, changeIndex())
        return try history.previous()
    }

    /// Calls `body` with every write of the value at `pointer` on the way to the state at `seq`, from `start` on if
    /// given, until it returns false.
    ///
    /// The value is followed back from `seq`: earlier writes are those of the same element, at whatever index it was
    /// then.
    ///
    /// - Complexity: For each write the same as ``blame(_:at:)``. If the order is not `latestFirst` and the pointer may
    ///   lead into an array, all writes are found before the first call.
    /// - Throws: `SessionError`, `TimelineError.pruned`, or an error of `body`.
    package func forEachWrite(
        of pointer: Pointer,
        from start: Int? = nil,
        through seq: Int,
        latestFirst: Bool = false,
        _ body: (Write) throws -> Bool
    ) throws {
        let start = max(start ?? first, first)
        var history = try ValueHistory(of: pointer, at: seq, in: self, changeIndex())
        if latestFirst {
            while let write = try history.previous(), write.seq >= start {
                guard try body(write) else { return }
            }
        } else if try pointer.tokens.contains(where: Pointer.mayBeIndex) || lineage().isPruned(before: seq) {
            try forEachWrite(after: &history, from: start, body)
        } else {
            try forEachWrite(ofMember: pointer, from: start, through: seq, body)
        }
    }

    /// Goes back to the beginning and then forward; only the pointers are kept meanwhile.
    private func forEachWrite(
        after history: inout ValueHistory,
        from start: Int,
        _ body: (Write) throws -> Bool
    ) throws {
        var pointers: [Pointer] = []
        var found: [(cause: Write.Cause, seq: Int, index: Int)] = []
        while let write = try history.previous() {
            if pointers.last != write.pointer { pointers.append(write.pointer) }
            found.append((write.cause, write.seq, pointers.count - 1))
            // This write's value is the old value of the next one.
            if write.seq < start { break }
        }
        var value: Tree?
        for (cause, seq, index) in found.reversed() {
            let next = try self.value(at: seq, pointers[index], isSequential: true)
            guard seq >= start else {
                value = next
                continue
            }
            let gap = cause == .action ? try gap(endingWith: parent(of: seq)) : nil
            let old = cause == .action ? value : nil
            guard try body(Write(cause: cause, seq: seq, pointer: pointers[index], old: old, new: next, gap: gap))
            else {
                return
            }
            value = next
        }
    }

    /// Goes forward with a value whose pointer never changes.
    private func forEachWrite(
        ofMember pointer: Pointer,
        from start: Int,
        through seq: Int,
        _ body: (Write) throws -> Bool
    ) throws {
        let runs = try lineage().runs(endingWith: seq)
        let before = runs.first { $0.seqs.lowerBound < start }.map { min($0.seqs.upperBound, start - 1) }
        if start == first, let value = try value(at: first, pointer) {
            let cause: Write.Cause = first > 0 ? .pruned : .firstState
            guard try body(Write(cause: cause, seq: first, pointer: pointer, old: nil, new: value, gap: nil)) else {
                return
            }
        }
        try forEachWrite(of: pointer, after: before ?? first, toward: seq, body)
    }
}
