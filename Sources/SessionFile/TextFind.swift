import StateTree

/// A place where a text occurs.
package struct TextFind: Hashable, Sendable {
    /// What of an action, or of the session, holds the text.
    package enum Part: String, Sendable, CaseIterable {
        /// The first state.
        case state
        /// The name of an action's type.
        case type
        case payload
        case patch
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
    /// The whole text in which it occurs: of a value, or the name of a member or type.
    package let text: String

    package init(seq: Int, part: Part, kind: Kind, pointer: Pointer, text: String) {
        self.seq = seq
        self.part = part
        self.kind = kind
        self.pointer = pointer
        self.text = text
    }
}
