import RewindTree

/// An occurrence of a text.
package struct TextFind: Hashable, Sendable {
    /// The part of an action or session that contains the text.
    package enum Part: String, Sendable, CaseIterable {
        /// The first state.
        case state
        /// The name of an action type.
        case type
        case payload
        case patch
        /// The error that a reducer reported.
        case error
        /// The source location of a dispatch.
        case origin
    }

    package enum Kind: String, Sendable, CaseIterable {
        case key
        case value
        case type
        /// The source location of a dispatch: the name of the app's module is in all of them.
        case origin

        /// All kinds but `origin`.
        package static let usual: Set<Kind> = [.key, .value, .type]
    }

    /// The seq of the action or of the first state.
    package let seq: Int
    package let part: Part
    package let kind: Kind
    /// The pointer to the member or value: in the payload, in the state after the patch, or in the first state.
    package let pointer: Pointer
    /// The value that contains the text: a scalar, or a string with the name of a member or type, an error, or an
    /// origin.
    package let value: Tree
}
