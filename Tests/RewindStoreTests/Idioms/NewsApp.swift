import RewindStore

/// A small app in the style of ReSwift apps.
struct NewsState: Equatable {
    var counter = 0
    var articles = ArticlesState()
    var user: User?
}

struct ArticlesState: Equatable {
    var titles: [String] = []
    var isLoading = false
}

struct User: Equatable {
    var name: String
}

struct CounterIncrease: Action {}

struct SetTitles: Action {
    let titles: [String]
}

struct SetUser: Action {
    let user: User?
}

enum LoadingAction: Action {
    case started
    case finished
}

func newsReducer(action: any Action, state: NewsState?) -> NewsState {
    NewsState(
        counter: counterPart(action: action, state: state?.counter),
        articles: articlesPart(action: action, state: state?.articles),
        user: userPart(action: action, state: state?.user)
    )
}

private func counterPart(action: any Action, state: Int?) -> Int {
    var state = state ?? 0
    switch action {
    case _ as CounterIncrease:
        state += 1
    default:
        break
    }
    return state
}

private func articlesPart(action: any Action, state: ArticlesState?) -> ArticlesState {
    var state = state ?? ArticlesState()
    switch action {
    case let action as SetTitles:
        state.titles = action.titles
    case LoadingAction.started:
        state.isLoading = true
    case let action as LoadingAction where action == .finished:
        state.isLoading = false
    case is ReSwiftInit:
        state.titles = ["welcome"]
    default:
        break
    }
    return state
}

private func userPart(action: any Action, state: User?) -> User? {
    guard let action = action as? SetUser else { return state }
    return action.user
}
