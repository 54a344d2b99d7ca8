import RewindStore

/// Reduces the `navigation` slice.
func navigationReducer(action: any Action, state: NavigationState?) -> NavigationState {
    var state = state ?? NavigationState()
    switch action {
    case let action as PushScreenAction: state.stack.append(action.screen)
    case is PopScreenAction where state.stack.count > 1: state.stack.removeLast()
    default: break
    }
    return state
}
