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
