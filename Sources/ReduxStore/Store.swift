/// Holds the state, lets reducers alone change it, and tells the subscribers.
///
/// The names and the semantics are ReSwift's. A store is not `Sendable`: use it on one thread or one actor.
open class Store<State> {
    /// Sends an action to the outermost middleware. Rebuilt when ``middleware`` is set.
    public lazy var dispatchFunction: DispatchFunction = makeDispatchFunction()

    /// The middleware, the outermost first.
    public var middleware: [Middleware<State>] {
        didSet { dispatchFunction = makeDispatchFunction() }
    }

    /// The current state.
    ///
    /// - Precondition: the first action has been reduced, which `init` sees to unless a middleware swallows it.
    public var state: State {
        guard let current else {
            preconditionFailure("The store has no state: a middleware did not pass \(ReSwiftInit.self) on.")
        }
        return current
    }

    private let reducer: Reducer<State>
    private let automaticallySkipsRepeats: Bool
    /// The state, nil until the first action was reduced.
    private(set) var current: State?
    private var registrations: [Registration<State>] = []
    private var isReducing = false

    /// Creates a store. Without a state, ``ReSwiftInit`` is dispatched, through the middleware, to get one from the
    /// reducer.
    ///
    /// - Parameters:
    ///   - reducer: the root reducer.
    ///   - state: the state to start from.
    ///   - middleware: the middleware, the outermost first.
    ///   - automaticallySkipsRepeats: whether subscribers of an `Equatable` state or part of it are told changes only.
    public required init(
        reducer: @escaping Reducer<State>,
        state: State?,
        middleware: [Middleware<State>] = [],
        automaticallySkipsRepeats: Bool = true
    ) {
        self.reducer = reducer
        self.current = state
        self.middleware = middleware
        self.automaticallySkipsRepeats = automaticallySkipsRepeats
        if state == nil { dispatch(ReSwiftInit()) }
    }

    /// Sends an action through the middleware to the reducer, then tells the subscribers. Subscribers and middleware
    /// may dispatch in their turn; such an action is done with before this one returns.
    ///
    /// - Precondition: no reducer is running.
    open func dispatch(_ action: any Action) {
        dispatchFunction(action)
    }

    /// Tells the subscriber the current state at once, and every state from now on for as long as it lives. A second
    /// subscription of the same subscriber replaces the first.
    open func subscribe<S: StoreSubscriber>(_ subscriber: S) where S.StoreSubscriberStateType == State {
        register(subscriber, through: { $0 })
    }

    /// As ``subscribe(_:)``, on what `transform` makes of the subscription.
    open func subscribe<SelectedState, S: StoreSubscriber>(
        _ subscriber: S,
        transform: (Subscription<State>) -> Subscription<SelectedState>
    ) where S.StoreSubscriberStateType == SelectedState {
        register(subscriber, through: transform)
    }

    /// As ``subscribe(_:)``, on what `transform` makes of the subscription; repeats are skipped unless the store was
    /// created not to.
    open func subscribe<SelectedState: Equatable, S: StoreSubscriber>(
        _ subscriber: S,
        transform: (Subscription<State>) -> Subscription<SelectedState>
    ) where S.StoreSubscriberStateType == SelectedState {
        register(subscriber) { subscription in
            let selected = transform(subscription)
            return automaticallySkipsRepeats ? selected.skipRepeats() : selected
        }
    }

    /// Tells the subscriber nothing any more, not even of the state it may be about to be told.
    open func unsubscribe(_ subscriber: any AnyStoreSubscriber) {
        cancelRegistration(of: subscriber)
    }

    private func cancelRegistration(of subscriber: any AnyStoreSubscriber) {
        registrations.removeAll { registration in
            guard registration.subscriber === subscriber else { return false }
            registration.cancel()
            return true
        }
    }

    private func register<SelectedState, S: StoreSubscriber>(
        _ subscriber: S,
        through transform: (Subscription<State>) -> Subscription<SelectedState>
    ) where S.StoreSubscriberStateType == SelectedState {
        var source: Subscription<State>.Sink?
        let subscription = transform(Subscription { source = $0 })
        subscription.connect { [weak subscriber] _, new in subscriber?.newState(state: new) }
        guard let source else { return }

        cancelRegistration(of: subscriber)
        let registration = Registration(subscriber, tell: source)
        registrations.append(registration)
        if let current { registration.notify(old: nil, new: current) }
    }

    private func makeDispatchFunction() -> DispatchFunction {
        let innermost: DispatchFunction = { [weak self] action in self?.reduce(action) }
        return middleware.reversed().reduce(innermost) { next, middleware in
            middleware({ [weak self] action in self?.dispatch(action) }, { [weak self] in self?.current })(next)
        }
    }

    private func reduce(_ action: any Action) {
        precondition(
            !isReducing,
            """
            \(type(of: action as Any)) was dispatched while a reducer was running. A reducer must not dispatch; \
            or the store is used from two threads at once.
            """
        )
        isReducing = true
        let old = current
        let new = reducer(action, old)
        isReducing = false
        current = new
        notify(old: old)
    }

    private func notify(old: State?) {
        registrations.removeAll { !$0.isAlive }
        for registration in registrations {
            // Read anew each time: a subscriber may have dispatched, and the next must not be told a state of the past.
            guard let current else { return }
            registration.notify(old: old, new: current)
        }
    }
}

extension Store where State: Equatable {
    /// Tells the subscriber the current state at once, and every change from now on for as long as it lives; repeats
    /// too if the store was created not to skip them.
    public func subscribe<S: StoreSubscriber>(_ subscriber: S) where S.StoreSubscriberStateType == State {
        subscribe(subscriber, transform: { $0 })
    }
}
