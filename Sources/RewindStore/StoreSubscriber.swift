/// An object that a ``Store`` tells every new state, or the part of it that the subscription selects.
public protocol StoreSubscriber<StoreSubscriberStateType>: AnyStoreSubscriber {
    /// The state, or the selected part of it, that this subscriber wants.
    associatedtype StoreSubscriberStateType

    /// Takes the current state: once when the subscription starts, then after every dispatch it lets through.
    func newState(state: StoreSubscriberStateType)
}
