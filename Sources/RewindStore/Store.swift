/// A container for the state, which only reducers change and subscribers observe.
///
/// Names and semantics are those of ReSwift. A store is not `Sendable`: use it on one thread or one actor.
open class Store<State>: StoreType {
    /// Sends an action to the outermost middleware. Recreated when ``middleware`` is set.
    public lazy var dispatchFunction: DispatchFunction = makeDispatchFunction()

    /// The middleware, outermost first.
    public var middleware: [Middleware<State>] {
        didSet { dispatchFunction = makeDispatchFunction() }
    }

    /// The current state.
    ///
    /// - Precondition: The first action has been reduced. `init` ensures this unless a middleware drops
    ///   ``ReSwiftInit``.
    public var state: State {
        guard let current else {
            preconditionFailure("The store has no state: a middleware did not pass \(ReSwiftInit.self) on.")
        }
        return current
    }

    private let reducer: Reducer<State>
    private let automaticallySkipsRepeats: Bool
    /// The state; nil until the first action is reduced.
    private(set) var current: State?
    private var registrations = Registrations<State>()
    private var isReducing = false

    /// Creates a store. Without a state, dispatches ``ReSwiftInit`` through the middleware to get one from the reducer.
    ///
    /// - Parameters:
    ///   - reducer: The root reducer.
    ///   - state: The initial state.
    ///   - middleware: The middleware, outermost first.
    ///   - automaticallySkipsRepeats: Whether subscribers of an `Equatable` state or selection are notified only of
    ///     changes.
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

    /// Sends an action through the middleware to the reducer, and then notifies the subscribers. Middleware and
    /// subscribers may dispatch further actions; these are finished before this method returns.
    ///
    /// - Precondition: No reducer is running.
    open func dispatch(_ action: any Action) {
        dispatchFunction(action)
    }

    /// Notifies the subscriber of the current state immediately, and of every later state while it exists. A second
    /// subscription of the same subscriber replaces the first. Subscribers are notified in the order of their
    /// subscriptions.
    ///
    /// - Complexity: O(1), amortized, excluding the subscriber's own work.
    open func subscribe<S: StoreSubscriber>(_ subscriber: S) where S.StoreSubscriberStateType == State {
        register(subscriber, through: { $0 })
    }

    /// Subscribes like `subscribe(_:)`, to the result of `transform`. Without `transform`, a subscriber of a type
    /// other than the state's receives the states that can be cast to it.
    open func subscribe<SelectedState, S: StoreSubscriber>(
        _ subscriber: S,
        transform: ((Subscription<State>) -> Subscription<SelectedState>)?
    ) where S.StoreSubscriberStateType == SelectedState {
        register(subscriber, through: transform)
    }

    /// Subscribes like `subscribe(_:)`, to the result of `transform`. Repeats are skipped unless disabled in the
    /// store's initializer, or `transform` is nil.
    open func subscribe<SelectedState: Equatable, S: StoreSubscriber>(
        _ subscriber: S,
        transform: ((Subscription<State>) -> Subscription<SelectedState>)?
    ) where S.StoreSubscriberStateType == SelectedState {
        guard automaticallySkipsRepeats, let transform else {
            return register(subscriber, through: transform)
        }
        register(subscriber) { transform($0).skipRepeats() }
    }

    /// Stops notifying the subscriber, even if a notification is pending.
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
            // Read for each subscriber: an earlier one may have dispatched, and the next one must not receive an
            // outdated state.
            guard let current else { return }
            if !registration.notify(old: old, new: current) { someAreDead = true }
        }
        if someAreDead { removeDeadRegistrations() }
    }

    private func removeDeadRegistrations() {
        // Released after this method returns, as deallocation may run app code that calls the store.
        _ = registrations.removeDead()
    }
}

extension Store where State: Equatable {
    /// Notifies the subscriber of the current state immediately, and of every change while it exists. Repeats are
    /// included if the store was created without skipping them.
    public func subscribe<S: StoreSubscriber>(_ subscriber: S) where S.StoreSubscriberStateType == State {
        subscribe(subscriber, transform: { $0 })
    }
}
