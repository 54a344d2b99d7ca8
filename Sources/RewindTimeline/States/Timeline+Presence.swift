import RewindSession
import RewindTree

extension Timeline {
    /// Returns the seq of a recorded state that has a value at `pointer`, on whichever branch; nil if none has.
    ///
    /// - Complexity: that of a value for each action that may have changed it, up to the first that has one.
    /// - Throws: `SessionError`, or what `progress` throws, which is called for each.
    package func seq(withValueAt pointer: Pointer, progress: () throws -> Void = {}) throws -> Int? {
        // No state is nested more deeply.
        guard pointer.tokens.count <= Tree.readableDepth else { return nil }
        for seq in try [last, first] + startsAfterPruning() where try has(pointer, at: seq) { return seq }
        var seq = first
        while seq < last, let next = try changeIndex().first(changing: pointer, in: seq + 1...last) {
            try progress()
            if try has(pointer, at: next) { return next }
            seq = next
        }
        return nil
    }

    /// The seqs of all snapshots, where a branch came from a state that was pruned: it is known from its first one on.
    private func startsAfterPruning() throws -> [Int] {
        guard try session.branches().contains(where: { $0.parent < first }) else { return [] }
        return try session.read { try $0.fetchAll(Int.self, "SELECT seq FROM snapshot ORDER BY seq") }
    }

    private func has(_ pointer: Pointer, at seq: Int) throws -> Bool {
        do {
            return try value(at: seq, pointer, isSequential: true) != nil
        } catch TimelineError.pruned {
            return false
        }
    }
}
