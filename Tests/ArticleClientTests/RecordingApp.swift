@testable import ArticleClient
import RewindStore

/// A client that keeps the actions that reach its reducer.
@MainActor struct RecordingApp {
    fileprivate final class Log {
        var actions: [any Action] = []
    }

    private let log = Log()
    let app: ArticleApp

    init(_ repository: any ArticleRepository, state: AppState = AppState()) {
        let log = log
        app = ArticleApp(
            repository: repository,
            state: state,
            middleware: [{ _, _ in { next in { next(log.append($0)) } } }]
        )
    }

    var state: AppState { app.store.state }
    var flows: ArticleFlows { app.flows }
    var actions: [any Action] { log.actions }

    func run(_ flow: AsyncThunk<AppState>) async {
        await app.store.dispatch(flow)
    }

    /// Returns true if exactly these actions were dispatched, in this order.
    func dispatched(_ expected: [any AppAction]) -> Bool {
        actions.count == expected.count && zip(actions, expected).allSatisfy { $1.equals($0) }
    }
}

extension RecordingApp.Log {
    fileprivate func append(_ action: any Action) -> any Action {
        actions.append(action)
        return action
    }
}

extension AppAction {
    fileprivate func equals(_ other: any Action) -> Bool {
        (other as? Self) == self
    }
}
