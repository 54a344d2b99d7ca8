import RewindTree

/// The changes of a what-if, a re-run with other actions. All seqs are those of the recording.
package struct WhatIf: Hashable, Sendable {
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

        /// Creates an insertion of an action as JSON: `{"type": …, "payload": …}`, with an optional payload. Nil if it is
        /// something else.
        package init?(after: Int, json: Tree) {
            guard let (type, payload) = WhatIf.action(of: json) else { return nil }
            self.init(after: after, type: type, payload: payload ?? Tree(members: []))
        }

        /// The action as JSON.
        package var json: Tree { Tree(members: [("type", .string(type)), ("payload", payload)]) }
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

        /// Creates a replacement from JSON: a payload, or `{"type": …, "payload": …}`.
        package init(seq: Int, json: Tree) {
            if let (type, payload) = WhatIf.action(of: json), let payload {
                self.init(seq: seq, type: type, payload: payload)
            } else {
                self.init(seq: seq, type: nil, payload: json)
            }
        }

        /// The replacement as JSON.
        package var json: Tree {
            type.map { Tree(members: [("type", .string($0)), ("payload", payload)]) } ?? payload
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

    /// Returns the type and the payload of an action as JSON; nil if it is something else.
    package static func action(of json: Tree) -> (type: String, payload: Tree?)? {
        guard case .object(let object) = json, case .string(let type) = object["type"],
            object.keys.allSatisfy({ ["type", "payload"].contains($0) })
        else { return nil }
        return (type, object["payload"])
    }

    /// True if nothing is changed.
    package var isEmpty: Bool {
        skipped.isEmpty && insertions.isEmpty && edits.isEmpty && moves.isEmpty
    }
}
