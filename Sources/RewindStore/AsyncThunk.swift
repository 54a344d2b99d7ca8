import Rewind

/// An asynchronous ``Thunk``. ``Store/dispatch(_:)-(AsyncThunk<State>)`` runs it and returns when it is finished.
///
/// The body runs in the isolation of the caller of `dispatch`, such as the main actor, and may therefore use the store,
/// which is not `Sendable`, between suspensions. It is not an ``Action``, as a dispatch of an action cannot be awaited.
public struct AsyncThunk<State> {
    /// The code to run, with a function that dispatches an action and one that returns the state.
    public typealias Body =
        nonisolated(nonsending) (
            _ dispatch: @escaping DispatchFunction,
            _ getState: @escaping () -> State?
        ) async -> Void

    private let name: String
    private let body: Body

    /// Creates a thunk. In a recording, it is a flow with this name, by default that of the function that creates it.
    public init(_ name: String = #function, body: @escaping Body) {
        (self.name, self.body) = (name, body)
    }

    /// Runs the body, for use in another thunk.
    public nonisolated(nonsending) func run(
        dispatch: @escaping DispatchFunction,
        getState: @escaping () -> State?
    ) async {
        await Cause.thunk(name) { await body(dispatch, getState) }
    }
}

extension Store {
    /// Runs the thunk in the caller's isolation, and returns when it is finished. Actions that the thunk dispatches go
    /// through the middleware; the thunk itself does not.
    public nonisolated(nonsending) func dispatch(_ thunk: AsyncThunk<State>) async {
        await thunk.run(
            dispatch: { [weak self] action in self?.dispatch(action) },
            getState: { [weak self] in self?.current }
        )
    }
}
