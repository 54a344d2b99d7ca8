import RewindTree

/// Where a re-run stands: what is known of the state there.
struct RerunPosition {
    /// What the store's state has to do with the recorded one.
    enum Store {
        /// It is that state.
        case same
        /// It has seen actions since of which the recording does not say what they led to.
        case ahead
        /// It is of another seq: the recorded state must be loaded.
        case stale
        /// Nobody knows what state the next action was applied to.
        case unknown
    }

    /// The last state that the recording has, to which the next patch applies; nil where it was pruned.
    ///
    /// It is the re-run's own tree of that state, so that what the two have in common is the same nodes.
    var recorded: Tree?
    var store: Store
}
