/// Holds the state, lets reducers alone change it, and tells the subscribers.
///
/// The names and the semantics are ReSwift's. A store is not `Sendable`: use it on one thread or one actor.
open class Store<State>: StoreType {
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
    private var registrations = Registrations<State>()
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
    /// subscription of the same subscriber replaces the first. Subscribers are told in the order of their subscriptions.
    ///
    /// - Complexity: O(1), amortized, but for what the subscriber does.
    open func subscribe<S: StoreSubscriber>(_ subscriber: S) where S.StoreSubscriberStateType == State {
        register(subscriber, through: { $0 })
    }

    /// As ``subscribe(_:)``, on what `transform` makes of the subscription. Without a `transform`, a subscriber of
    /// another type than the state's is told those states that can be cast to it.
    open func subscribe<SelectedState, S: StoreSubscriber>(
        _ subscriber: S,
        transform: ((Subscription<State>) -> Subscription<SelectedState>)?
    ) where S.StoreSubscriberStateType == SelectedState {
        register(subscriber, through: transform)
    }

    /// As ``subscribe(_:)``, on what `transform` makes of the subscription; repeats are skipped unless the store was
    /// created not to, or there is no `transform`.
    open func subscribe<SelectedState: Equatable, S: StoreSubscriber>(
        _ subscriber: S,
        transform: ((Subscription<State>) -> Subscription<SelectedState>)?
    ) where S.StoreSubscriberStateType == SelectedState {
        guard automaticallySkipsRepeats, let transform else {
            return register(subscriber, through: transform)
        }
        register(subscriber) { transform($0).skipRepeats() }
    }

    /// Tells the subscriber nothing any more, not even of the state it may be about to be told.
    ///
    /// - Complexity: O(1).
    open func unsubscribe(_ subscriber: any AnyStoreSubscriber) {
        registrations.remove(of: subscriber)?.cancel()
    }

    private func register<SelectedState, S: StoreSubscriber>(
        _ subscriber: S,
        through transform: ((Subscription<State>) -> Subscription<SelectedState>)?
    ) where S.StoreSubscriberStateType == SelectedState {
        let source = Subscription<State>()
        if let transform {
            transform(source).observer = { [weak subscriber] _, new in subscriber?.newState(state: new) }
        } else {
            source.observer = { [weak subscriber] _, new in
                if let new = new as? SelectedState { subscriber?.newState(state: new) }
            }
        }

        let registration = Registration(subscriber, source: source)
        registrations.add(registration, of: subscriber)?.cancel()
        if registrations.areMany { removeDeadRegistrations() }
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
        var someAreDead = false
        for registration in registrations.inOrder {
            // Read anew each time: a subscriber may have dispatched, and the next must not be told a state of the past.
            guard let current else { return }
            if !registration.notify(old: old, new: current) { someAreDead = true }
        }
        if someAreDead { removeDeadRegistrations() }
    }

    private func removeDeadRegistrations() {
        // Freed when this returns, and no sooner: what goes with them may call the store.
        _ = registrations.removeDead()
    }
}

extension Store where State: Equatable {
    /// Tells the subscriber the current state at once, and every change from now on for as long as it lives; repeats
    /// too if the store was created not to skip them.
    public func subscribe<S: StoreSubscriber>(_ subscriber: S) where S.StoreSubscriberStateType == State {
        subscribe(subscriber, transform: { $0 })
    }
}
