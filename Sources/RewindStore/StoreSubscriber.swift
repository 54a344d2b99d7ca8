/// An object that a ``Store`` notifies of every new state, or of the part selected by its subscription.
public protocol StoreSubscriber<StoreSubscriberStateType>: AnyStoreSubscriber {
    /// The type of the state, or of its selected part.
    associatedtype StoreSubscriberStateType

    /// Receives the current state, once at the start of the subscription and then after every dispatch, unless filtered
    /// out.
    func newState(state: StoreSubscriberStateType)
}

/// A subscriber of any state, for ``Store/unsubscribe(_:)``. Conform to ``StoreSubscriber`` instead.
public protocol AnyStoreSubscriber: AnyObject {}
