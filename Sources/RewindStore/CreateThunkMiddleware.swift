/// Returns the middleware that runs every ``Thunk`` of this state and forwards all other actions.
public func createThunkMiddleware<State>() -> Middleware<State> {
    { dispatch, getState in
        { next in
            { action in
                if let thunk = action as? Thunk<State> {
                    thunk.body(dispatch, getState)
                } else {
                    next(action)
                }
            }
        }
    }
}
