@testable import ArticleClient
import RewindStore
import Testing

@MainActor @Suite struct ArticleAppTests {
    @Test func `Without a state, the middleware sees the init action while the state is missing`() {
        var seen: [String] = []
        let app = ArticleApp(
            repository: StubRepository(),
            middleware: [
                { _, getState in
                    { next in
                        { action in
                            seen.append("\(type(of: action as Any)) on \(getState() == nil ? "nothing" : "a state")")
                            next(action)
                        }
                    }
                }
            ]
        )
        app.store.dispatch(LoadingAction(isLoading: true))
        #expect(seen == ["ReSwiftInit on nothing", "LoadingAction on a state"])
        #expect(app.store.state == AppState(loading: LoadingState(isLoading: true)))
    }

    @Test func `Thunks run before the given middleware sees them`() {
        var seen: [String] = []
        let app = ArticleApp(
            repository: StubRepository(),
            state: AppState(),
            middleware: [
                { _, _ in
                    { next in
                        { action in
                            seen.append("\(type(of: action as Any))")
                            next(action)
                        }
                    }
                }
            ]
        )
        app.store.dispatch(Thunk<AppState> { dispatch, _ in dispatch(PopScreenAction()) })
        #expect(seen == ["PopScreenAction"])
    }
}
