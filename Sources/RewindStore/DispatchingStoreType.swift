/// What actions can be dispatched to: all that a view, a flow or a test's stand-in for the store often needs of it.
public protocol DispatchingStoreType {
    /// Sends an action on its way to the reducer.
    func dispatch(_ action: any Action)
}
