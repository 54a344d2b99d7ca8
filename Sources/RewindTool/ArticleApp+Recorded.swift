#if os(macOS) || os(Linux)

import ArticleClient
import Rewind
import RewindStore
import RewindTravel

extension Restoration: Action {}

extension ArticleApp {
    /// The client, recorded as it runs, down to the lines that its actions are dispatched from. It can travel in its own
    /// recording.
    ///
    /// What the reducer throws is recorded as the action's error, and leaves the client's state as it is.
    ///
    /// - Parameters:
    ///   - repository: where the articles come from.
    ///   - recorder: what records it, from the first action on.
    ///   - reducer: its root reducer.
    ///   - middleware: what else sees its actions.
    init(
        repository: any ArticleRepository,
        recordedBy recorder: Recorder<AppState>,
        reducer: @escaping (any Action, AppState?) throws -> AppState = linkedAppReducer,
        middleware: [Middleware<AppState>] = []
    ) {
        let reduce = recorder.reducer(wrapping: reducer)
        self.init(
            repository: repository,
            reducer: recorder.timeTravel { action, state in
                (try? reduce(action, state)) ?? state ?? AppState()
            },
            middleware: middleware,
            located: { file, line, dispatch in
                recorder.dispatching(from: CallSite(file: file, line: line), dispatch)
            }
        )
    }
}

#endif
