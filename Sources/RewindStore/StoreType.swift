/// What a ``Store`` can do, for code that is generic over stores, and for stand-ins of one.
public protocol StoreType<State>: DispatchingStoreType {
    /// The type of the state.
    associatedtype State

    /// The current state.
    var state: State { get }

    /// Sends an action to the outermost middleware.
    var dispatchFunction: DispatchFunction { get }

    /// Tells the subscriber the current state at once, and every state from now on for as long as it lives.
    func subscribe<S: StoreSubscriber>(_ subscriber: S) where S.StoreSubscriberStateType == State

    /// As ``subscribe(_:)``, on what `transform` makes of the subscription.
    func subscribe<SelectedState, S: StoreSubscriber>(
        _ subscriber: S,
        transform: ((Subscription<State>) -> Subscription<SelectedState>)?
    ) where S.StoreSubscriberStateType == SelectedState

    /// As ``subscribe(_:)``, on what `transform` makes of the subscription; a store may skip repeats.
    func subscribe<SelectedState: Equatable, S: StoreSubscriber>(
        _ subscriber: S,
        transform: ((Subscription<State>) -> Subscription<SelectedState>)?
    ) where S.StoreSubscriberStateType == SelectedState

    /// Tells the subscriber nothing any more.
    func unsubscribe(_ subscriber: any AnyStoreSubscriber)
}
