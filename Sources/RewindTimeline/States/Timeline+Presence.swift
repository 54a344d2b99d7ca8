import RewindSession
import RewindTree

extension Timeline {
    /// The error for a pointer whose value more actions may have changed than are looked at.
    package struct UncertainPresence: Error {}

    /// The largest number of actions at which a value is read.
    private static let mostReads = 4_096

    /// Returns the seq of a recorded state that has a value at `pointer`, on whichever branch; nil if none has.
    ///
    /// - Complexity: that of a value for each action that may have changed it, up to the first that has one; where these
    ///   are many, that of a search for the names on the way.
    /// - Throws: `SessionError`, `UncertainPresence`, or what `progress` throws, which is called for each action.
    package func seq(withValueAt pointer: Pointer, progress: () throws -> Void = {}) throws -> Int? {
        // No state is nested more deeply.
        guard pointer.tokens.count <= Tree.readableDepth else { return nil }
        let starts = try startsAfterPruning()
        for seq in [last, first] + starts where try has(pointer, at: seq) { return seq }
        var seq = first
        for _ in 0..<Self.mostReads {
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

    /// Returns whether no member has a name, in the first state or in what was written since.
    private func isUnknownName(_ name: String) throws -> Bool {
        guard Pointer.index(of: name) == nil else { return false }
        var isUnknown = true
        try session.forEachFind(of: TextPattern(name), kinds: [.key]) { _ in
            isUnknown = false
            return false
        }
        return isUnknown
    }

    /// The seqs of all snapshots, where a branch came from a state that was pruned: it is known from its first one on.
    private func startsAfterPruning() throws -> [Int] {
        guard try lineage().hasOrphans else { return [] }
        return try session.snapshots()
    }

    private func has(_ pointer: Pointer, at seq: Int) throws -> Bool {
        do {
            return try value(at: seq, pointer, isSequential: true) != nil
        } catch TimelineError.pruned {
            return false
        }
    }
}
