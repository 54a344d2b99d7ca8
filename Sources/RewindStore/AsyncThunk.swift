/// A ``Thunk`` that waits, for a server's answer say. ``Store/dispatch(_:)-(AsyncThunk<State>)`` runs it and returns
/// when it is done.
///
/// The body runs where the caller of `dispatch` runs (on the main actor when that is the main actor), so it may touch
/// the store, which is not `Sendable`, between its suspensions. It is no ``Action``: nothing could wait for it then.
public struct AsyncThunk<State> {
    /// What to run, given a function that dispatches and one that reads the state.
    public typealias Body =
        nonisolated(nonsending) (
            _ dispatch: @escaping DispatchFunction,
            _ getState: @escaping () -> State?
        ) async -> Void

    private let body: Body

    /// Creates a thunk.
    public init(body: @escaping Body) {
        self.body = body
    }

    /// Runs the body, for a thunk that is part of another one.
    public nonisolated(nonsending) func run(
        dispatch: @escaping DispatchFunction,
        getState: @escaping () -> State?
    ) async {
        await body(dispatch, getState)
    }
}
