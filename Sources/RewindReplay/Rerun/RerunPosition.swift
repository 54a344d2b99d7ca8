import RewindTree

/// The position of a re-run, and the state known there.
struct RerunPosition {
    /// The relation between the store's state and the recorded one.
    enum Store {
        /// They are equal.
        case same
        /// The store has since run actions with unknown recorded effects.
        case ahead
        /// The store has a state of another seq; the recorded state must be loaded.
        case stale
        /// The state before the next action is not known.
        case unknown
    }

    /// The last recorded state, to which the next patch applies; nil if it was pruned.
    ///
    /// This is the re-run's own tree of that state, so that both share their common nodes.
    var recorded: Tree?
    var store: Store
}
