import RewindTree

/// An occurrence of a text.
public struct TextFind: Hashable, Sendable {
    /// The part of an action or session that contains the text.
    public enum Part: String, Sendable, CaseIterable, Encodable {
        /// The first state.
        case state
        /// The name of an action type.
        case type
        case payload
        case patch
        /// The error that a reducer reported.
        case error
        /// The source location of a dispatch, or of the beginning of an effect.
        case origin
        /// The name of an effect.
        case effect
        /// The input of an effect, or the details of a note.
        case input
        /// The value or error with which an effect ended.
        case outcome
    }

    public enum Kind: String, Sendable, CaseIterable, Codable {
        case key
        case value
        case type
        /// The source location of a dispatch: the name of the app's module is in all of them.
        case origin

        /// All kinds but `origin`.
        package static let usual: Set<Kind> = [.key, .value, .type]
    }

    /// The seq of the action or of the first state; for an effect, the last action before it began or ended.
    public let seq: Int
    /// The number of the effect that contains the text; nil if an action or the first state does.
    public let effect: Int?
    public let part: Part
    public let kind: Kind
    /// The pointer to the member or value: in the payload, in the input or outcome of an effect, in the state after the
    /// patch, or in the first state.
    package let pointer: Pointer
    /// The value that contains the text: a scalar, or a string with the name of a member or type, an error, or an
    /// origin.
    package let value: Tree

    package init(seq: Int, effect: Int? = nil, part: Part, kind: Kind, pointer: Pointer, value: Tree) {
        self.seq = seq
        self.effect = effect
        self.part = part
        self.kind = kind
        self.pointer = pointer
        self.value = value
    }
}
