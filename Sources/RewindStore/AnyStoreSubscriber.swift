/// A subscriber of any state, for ``Store/unsubscribe(_:)``. Conform to ``StoreSubscriber`` instead.
public protocol AnyStoreSubscriber: AnyObject {}
