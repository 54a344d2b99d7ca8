import RewindStore

struct Counter: Equatable {
    var value = 0
    var label = "start"
}

struct Add: Action, Equatable {
    var amount: Int
}

struct Rename: Action, Equatable {
    var label: String
}

func counterReducer(_ action: any Action, _ state: Counter?) -> Counter {
    var state = state ?? Counter()
    switch action {
    case let action as Add: state.value += action.amount
    case let action as Rename: state.label = action.label
    default: break
    }
    return state
}

func makeStore(
    _ state: Counter? = Counter(),
    middleware: [Middleware<Counter>] = [],
    automaticallySkipsRepeats: Bool = true
) -> Store<Counter> {
    Store(
        reducer: counterReducer,
        state: state,
        middleware: middleware,
        automaticallySkipsRepeats: automaticallySkipsRepeats
    )
}
