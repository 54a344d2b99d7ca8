import RewindTree

extension Timeline {
    /// An error for a value that more actions may have changed than are read.
    package struct UncertainPresence: Error {}

    /// The maximum number of actions at which to read a value.
    private static let maximumReads = 4_096

    /// Returns the seq of a recorded state, on any branch, that has a value at `pointer`; nil if none has.
    ///
    /// - Complexity: The cost of reading the value, for each action that may have changed it, up to the first that has
    ///   one. If there are many, the cost of a search for the names in the pointer.
    /// - Throws: `SessionError`, `UncertainPresence`, or an error of `progress`, which is called for each action.
    package func seq(withValueAt pointer: Pointer, progress: () throws -> Void = {}) throws -> Int? {
        // States are not nested more deeply.
        guard pointer.tokens.count <= Tree.readableDepth else { return nil }
        let starts = try startsAfterPruning()
        for seq in [last, first] + starts where try has(pointer, at: seq) { return seq }
        var seq = first
        for _ in 0..<Self.maximumReads {
            guard seq < last, let next = try changeIndex().first(changing: pointer, in: seq + 1...last) else {
                return nil
            }
            try progress()
            if try has(pointer, at: next) { return next }
            seq = next
        }
        guard try starts.isEmpty && pointer.tokens.contains(where: isUnknownName) else { throw UncertainPresence() }
        return nil
    }

    /// Returns true if no member has this name in the first state or in anything written later.
    private func isUnknownName(_ name: String) throws -> Bool {
        guard Pointer.index(of: name) == nil else { return false }
        var isUnknown = true
        try session.forEachFind(of: TextPattern(name), kinds: [.key]) { _ in
            isUnknown = false
            return false
        }
        return isUnknown
    }

    /// Returns the seqs of all snapshots if a branch started from a pruned state, as its first known state is a
    /// snapshot.
    private func startsAfterPruning() throws -> [Int] {
        guard try lineage().hasOrphans else { return [] }
        return try session.snapshots()
    }

    private func has(_ pointer: Pointer, at seq: Int) throws -> Bool {
        try Self.unlessPruned { try value(at: seq, pointer, isSequential: true) != nil } ?? false
    }
}
