import RewindSession
import RewindTree

/// An occurrence of a text.
package struct TextFind: Hashable, Sendable {
    /// What of an action, or of the session, holds the text.
    package enum Part: String, Sendable, CaseIterable {
        /// The first state.
        case state
        /// The name of an action's type.
        case type
        case payload
        case patch
        /// What an action's reducer reported when it failed.
        case error
        /// Where an action was dispatched.
        case origin
    }

    package enum Kind: String, Sendable, CaseIterable {
        case key
        case value
        case type
    }

    /// The action; for the first state, its seq.
    package let seq: Int
    package let part: Part
    package let kind: Kind
    /// Where the member or the value is: in the payload, in the state that the patch leads to, or in the first state.
    package let pointer: Pointer
    /// What it occurs in: a scalar, or as a string the name of a member or type, an error or an origin.
    package let value: Tree

    package init(seq: Int, part: Part, kind: Kind, pointer: Pointer, value: Tree) {
        self.seq = seq
        self.part = part
        self.kind = kind
        self.pointer = pointer
        self.value = value
    }
}
