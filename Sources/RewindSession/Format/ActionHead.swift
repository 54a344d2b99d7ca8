/// What is known of an action without its values.
package struct ActionHead: Hashable, Sendable {
    /// The number of the action.
    package let seq: Int
    /// The seq whose state it was applied to.
    package let parent: Int
    /// The name of its type.
    package let type: String
}
