extension Store {
    /// Runs the thunk where the caller runs, and returns when it is done. What the thunk dispatches goes through the
    /// middleware; the thunk itself does not.
    public nonisolated(nonsending) func dispatch(_ thunk: AsyncThunk<State>) async {
        await thunk.run(
            dispatch: { [weak self] action in self?.dispatch(action) },
            getState: { [weak self] in self?.current }
        )
    }
}
