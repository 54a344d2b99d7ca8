import RewindStore

struct NewsState {
    var articles: [String] = []
}

struct CounterIncrease: Action {}

func newsReducer(action: any Action, state: NewsState?) -> NewsState {
    state ?? NewsState()
}

final class ArticlesScreen: StoreSubscriber {
    func newState(state: [String]) {}

    func start() {
        // SNIPPET: let store = Store<NewsState>(reducer: newsReducer, state: nil, middleware: [createThunkMiddleware()])
    }
}

// SNIPPET: extension Subscription {
