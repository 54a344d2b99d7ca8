/// A target for actions: the part of a store that a view, a flow, or a test double often needs.
public protocol DispatchingStoreType {
    /// Sends an action toward the reducer.
    func dispatch(_ action: any Action)
}
