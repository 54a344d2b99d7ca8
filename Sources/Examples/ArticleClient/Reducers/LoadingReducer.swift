import RewindStore

/// Reduces the `loading` slice.
func loadingReducer(action: any Action, state: LoadingState?) -> LoadingState {
    var state = state ?? LoadingState()
    if let action = action as? LoadingAction {
        state.isLoading = action.isLoading
    }
    return state
}
