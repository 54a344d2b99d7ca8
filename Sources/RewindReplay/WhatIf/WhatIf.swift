import RewindTree

/// The changes of a what-if, a re-run with other actions. All seqs are those of the recording.
package struct WhatIf: Sendable {
    /// An action that is not in the recording.
    package struct Insertion: Hashable, Sendable {
        /// The seq of the action before it.
        package let after: Int
        package let type: String
        package let payload: Tree

        package init(after: Int, type: String, payload: Tree) {
            self.after = after
            self.type = type
            self.payload = payload
        }
    }

    /// A replacement for a recorded action.
    package struct Edit: Hashable, Sendable {
        package let seq: Int
        /// The type; nil for that of the recorded action.
        package let type: String?
        package let payload: Tree

        package init(seq: Int, type: String?, payload: Tree) {
            self.seq = seq
            self.type = type
            self.payload = payload
        }
    }

    /// An action to move to another position.
    package struct Move: Hashable, Sendable {
        package let seq: Int
        /// The seq of the action before its new position.
        package let after: Int

        package init(seq: Int, after: Int) {
            (self.seq, self.after) = (seq, after)
        }
    }

    package var skipped: Set<Int> = []
    /// The new actions. Those after the same seq are in order, and before moved ones.
    package var insertions: [Insertion] = []
    package var edits: [Edit] = []
    package var moves: [Move] = []

    package init() {}

    /// True if nothing is changed.
    package var isEmpty: Bool {
        skipped.isEmpty && insertions.isEmpty && edits.isEmpty && moves.isEmpty
    }
}
