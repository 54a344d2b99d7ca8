import RewindTree

/// What shall be different in a re-run. All seqs are those of the recording.
package struct WhatIf: Sendable {
    /// An action that is not in the recording.
    package struct Insertion: Hashable, Sendable {
        /// The seq after which it comes.
        package let after: Int
        package let type: String
        package let payload: Tree

        package init(after: Int, type: String, payload: Tree) {
            (self.after, self.type, self.payload) = (after, type, payload)
        }
    }

    /// What stands in for a recorded action.
    package struct Edit: Hashable, Sendable {
        package let seq: Int
        /// Its type, nil for that of the recorded one.
        package let type: String?
        package let payload: Tree

        package init(seq: Int, type: String?, payload: Tree) {
            (self.seq, self.type, self.payload) = (seq, type, payload)
        }
    }

    /// An action that comes at another time.
    package struct Move: Hashable, Sendable {
        package let seq: Int
        /// The seq after which it comes.
        package let after: Int

        package init(seq: Int, after: Int) {
            (self.seq, self.after) = (seq, after)
        }
    }

    package var skipped: Set<Int> = []
    /// Those after the same seq come in this order, before what is moved there.
    package var insertions: [Insertion] = []
    package var edits: [Edit] = []
    package var moves: [Move] = []

    package init() {}

    /// Whether all is as it was recorded.
    package var isEmpty: Bool {
        skipped.isEmpty && insertions.isEmpty && edits.isEmpty && moves.isEmpty
    }
}
