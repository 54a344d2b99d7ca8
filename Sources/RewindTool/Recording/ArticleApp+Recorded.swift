import ArticleClient
import Rewind
import RewindStore
import RewindTravel

extension Restoration: Action {}

extension ArticleApp {
    /// Creates a client that is recorded, with the call sites of its actions, and that can travel in its recording.
    ///
    /// An error of the reducer is recorded with the action and leaves the client's state unchanged.
    ///
    /// - Parameters:
    ///   - repository: The source of the articles.
    ///   - recorder: The recorder, which records from the first action on.
    ///   - state: The initial state; nil for that of the reducers.
    ///   - reducer: The root reducer.
    ///   - middleware: Additional middleware.
    init(
        repository: any ArticleRepository,
        recordedBy recorder: Recorder<AppState>,
        state: AppState? = nil,
        reducer: @escaping (any Action, AppState?) throws -> AppState = linkedAppReducer,
        middleware: [Middleware<AppState>] = []
    ) {
        let reduce = recorder.reducer(wrapping: reducer)
        self.init(
            repository: repository,
            state: state,
            reducer: recorder.travelingReducer { action, state in
                (try? reduce(action, state)) ?? state ?? .initial
            },
            middleware: middleware,
            located: { file, line, dispatch in
                recorder.withCallSite(CallSite(file: file, line: line), dispatch)
            }
        )
    }

    /// Runs a flow as what a tap caused; `tap` is the element.
    nonisolated(nonsending) func run(_ flow: AsyncThunk<AppState>, by tap: Tap, recordedBy recorder: Recorder<AppState>)
        async
    {
        let parts = tap.name.split(separator: "/", maxSplits: 1).map(String.init)
        await recorder.flow("tap \(parts[0])", input: parts.dropFirst().first) {
            await store.dispatch(flow)
        }
    }
}
