import RewindStore
import Testing

@Suite struct StoreIdiomTests {
    @Test func `Reducers of the parts can be combined by hand, with an init action`() {
        let store = Store<NewsState>(reducer: newsReducer, state: nil, middleware: [])
        store.dispatch(CounterIncrease())
        store.dispatch(LoadingAction.started)
        #expect(store.state.counter == 1)
        #expect(store.state.articles == ArticlesState(titles: ["welcome"], isLoading: true))
    }

    @Test func `Reducers of the parts can be combined by combineReducers`() {
        let doubling: Reducer<NewsState> = { action, state in
            var state = state ?? NewsState()
            if action is CounterIncrease { state.counter *= 2 }
            return state
        }
        let store = Store(reducer: combineReducers(newsReducer, doubling), state: NewsState(counter: 4))
        store.dispatch(CounterIncrease())
        #expect(store.state.counter == 10)
    }

    @Test func `A logging middleware can use a return in each closure`() {
        let journal = Journal()
        let loggingMiddleware: Middleware<NewsState> = { dispatch, getState in
            return { next in
                return { action in
                    journal.lines.append("> \(action)")
                    next(action)
                    journal.lines.append("= \(getState()?.counter ?? -1)")
                }
            }
        }
        let store = Store<NewsState>(reducer: newsReducer, state: NewsState(), middleware: [loggingMiddleware])
        store.dispatch(CounterIncrease())
        #expect(journal.lines == ["> CounterIncrease()", "= 1"])
    }

    @Test func `A middleware can be a function of its dependencies, and can fetch`() {
        func fetching(from server: @escaping () -> [String]) -> Middleware<NewsState> {
            { dispatch, getState in
                { next in
                    { action in
                        next(action)
                        guard case LoadingAction.started = action, let state = getState() else { return }
                        dispatch(SetTitles(titles: server() + state.articles.titles))
                        dispatch(LoadingAction.finished)
                    }
                }
            }
        }
        let store = Store<NewsState>(reducer: newsReducer, state: nil)
        store.middleware = [fetching { ["news"] }]
        store.dispatch(LoadingAction.started)
        #expect(store.state.articles == ArticlesState(titles: ["news", "welcome"]))
    }

    @Test func `A function can return a thunk`() {
        func fetch(_ title: String) -> Thunk<NewsState> {
            Thunk<NewsState> { dispatch, getState in
                guard let state = getState(), !state.articles.isLoading else { return }
                dispatch(LoadingAction.started)
                dispatch(SetTitles(titles: [title]))
            }
        }
        let thunksMiddleware: Middleware<NewsState> = createThunkMiddleware()
        let store = Store<NewsState>(reducer: newsReducer, state: nil, middleware: [thunksMiddleware])
        store.dispatch(fetch("first"))
        store.dispatch(fetch("second"))
        #expect(store.state.articles == ArticlesState(titles: ["first"], isLoading: true))
    }

    @Test func `The dispatch method can be passed as a function`() {
        let store = Store<NewsState>(reducer: newsReducer, state: nil)
        let dispatch: DispatchFunction = store.dispatch
        dispatch(CounterIncrease())
        [CounterIncrease(), CounterIncrease()].forEach(store.dispatch)
        store.dispatchFunction(CounterIncrease())
        #expect(store.state.counter == 4)
    }

    @Test func `The dispatch function can be wrapped`() {
        let store = Store<NewsState>(reducer: newsReducer, state: nil)
        let journal = Journal()
        let original = store.dispatchFunction
        store.dispatchFunction = { action in
            journal.lines.append("\(action)")
            original(action)
        }
        store.dispatch(CounterIncrease())
        #expect(store.state.counter == 1)
        #expect(journal.lines == ["CounterIncrease()"])
    }

    @Test func `A presenter can use a store or a stand-in as a DispatchingStoreType`() {
        let store = Store<NewsState>(reducer: newsReducer, state: nil)
        let standIn = StandInStore()
        for dispatching: any DispatchingStoreType in [store, standIn] {
            Presenter(store: dispatching).tapped()
        }
        #expect(store.state.counter == 1)
        #expect(standIn.dispatched.count == 1)
    }

    @Test func `Code can be generic over StoreType`() {
        func increase<S: StoreType>(_ store: S) -> Int where S.State == NewsState {
            let spy = Spy<Int>()
            store.subscribe(spy) { $0.select { $0.counter } }
            store.dispatch(CounterIncrease())
            store.dispatchFunction(CounterIncrease())
            store.unsubscribe(spy)
            store.dispatch(CounterIncrease())
            return spy.seen.count
        }
        let store = Store<NewsState>(reducer: newsReducer, state: nil)
        #expect(increase(store) == 3)
        #expect(store.state.counter == 3)
        let existential: any StoreType<NewsState> = store
        #expect(existential.state.counter == 3)
    }

    @Test func `A store can be subclassed`() {
        let store = AppStore(reducer: newsReducer, state: nil)
        store.dispatch(CounterIncrease())
        store.subscribe(Spy<NewsState>())
        #expect(store.dispatches == 2)
        #expect(store.subscriptions == 1)
    }

    @Test func `A state can conform to StateType`() {
        #expect((OldState.self as any Idiom.Type).holds())
    }

    @Test func `Action creators can be dispatched, also asynchronous ones with a callback`() {
        #expect((ActionCreators.self as any Idiom.Type).holds())
    }
}

private struct Presenter {
    let store: any DispatchingStoreType

    func tapped() {
        store.dispatch(CounterIncrease())
    }
}

private final class StandInStore: DispatchingStoreType {
    private(set) var dispatched: [any Action] = []

    func dispatch(_ action: any Action) {
        dispatched.append(action)
    }
}

private final class AppStore: Store<NewsState> {
    private(set) var dispatches = 0
    private(set) var subscriptions = 0

    override func dispatch(_ action: any Action) {
        dispatches += 1
        super.dispatch(action)
    }

    override func subscribe<S: StoreSubscriber>(_ subscriber: S) where S.StoreSubscriberStateType == NewsState {
        subscriptions += 1
        super.subscribe(subscriber)
    }
}

/// Calls deprecated code through a protocol, which avoids warnings.
private protocol Idiom {
    static func holds() -> Bool
}

private struct OldState: Idiom {
    @available(*, deprecated) static func holds() -> Bool {
        let store = Store<AppState>(reducer: { _, state in state ?? AppState() }, state: nil)
        return store.state.isOld && (store.state as Any) is any StateType
    }

    @available(*, deprecated) struct AppState: StateType {
        var isOld = true
    }
}

private struct ActionCreators: Idiom {
    @available(*, deprecated) static func holds() -> Bool {
        let store = Store<NewsState>(reducer: newsReducer, state: NewsState())
        var told: [Int] = []
        func increase(below limit: Int) -> Store<NewsState>.ActionCreator {
            { state, _ in state.counter < limit ? CounterIncrease() : nil }
        }
        store.dispatch(increase(below: 1))
        store.dispatch(increase(below: 1))
        store.dispatch { _, store in
            store.dispatch(CounterIncrease())
            return nil
        }
        let later: Store<NewsState>.AsyncActionCreator = { _, _, dispatch in
            dispatch(increase(below: 9))
            dispatch(increase(below: 0))
        }
        store.dispatch(later)
        store.dispatch(later) { told.append($0.counter) }
        return store.state.counter == 4 && told == [4]
    }
}
