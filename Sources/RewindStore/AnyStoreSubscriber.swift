/// A subscriber of any state, as ``Store/unsubscribe(_:)`` takes it. Conform to ``StoreSubscriber`` instead.
public protocol AnyStoreSubscriber: AnyObject {}
