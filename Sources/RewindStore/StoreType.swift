/// A target for actions: the part of a store that a view, a flow, or a test double often needs.
public protocol DispatchingStoreType {
    /// Sends an action toward the reducer.
    func dispatch(_ action: any Action)
}

/// The interface of a ``Store``, for code that is generic over stores, and for test doubles.
public protocol StoreType<State>: DispatchingStoreType {
    /// The type of the state.
    associatedtype State

    /// The current state.
    var state: State { get }

    /// Sends an action to the outermost middleware.
    var dispatchFunction: DispatchFunction { get }

    /// Notifies the subscriber of the current state immediately, and of every later state while it exists.
    func subscribe<S: StoreSubscriber>(_ subscriber: S) where S.StoreSubscriberStateType == State

    /// Subscribes like ``subscribe(_:)``, to the result of `transform`.
    func subscribe<SelectedState, S: StoreSubscriber>(
        _ subscriber: S,
        transform: ((Subscription<State>) -> Subscription<SelectedState>)?
    ) where S.StoreSubscriberStateType == SelectedState

    /// Subscribes like ``subscribe(_:)``, to the result of `transform`. A store may skip repeats.
    func subscribe<SelectedState: Equatable, S: StoreSubscriber>(
        _ subscriber: S,
        transform: ((Subscription<State>) -> Subscription<SelectedState>)?
    ) where S.StoreSubscriberStateType == SelectedState

    /// Stops notifying the subscriber.
    func unsubscribe(_ subscriber: any AnyStoreSubscriber)
}
