extension Recorder {
    /// Whether the store has a state of the past, or is being brought to one. Thunks, middleware and subscribers that
    /// cause effects ask this before they do.
    ///
    /// It is true for all that is told of a state that the store is brought to, and for what is dispatched meanwhile,
    /// also where that state is the latest one: until the call returns in which `TimeTravel` gives the store the
    /// restoration. Where a store takes that from a queue, it is true until the store's dispatch function returns, which
    /// takes a recorder that is its middleware, or around it with `recording(_:state:dispatch:)`; with
    /// `reducer(wrapping:)` alone, until the reducer has come to it. What a subscriber puts off to a later turn of its
    /// own, it asks for before it does.
    public var isTravelling: Bool {
        dispatches.isTravelling
    }
}
