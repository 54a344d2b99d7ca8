import Rewind

/// An action with a body of code. ``createThunkMiddleware()`` runs the body, which can dispatch other actions, instead
/// of forwarding the thunk to the reducer.
public struct Thunk<State>: Action {
    /// The code to run, with a function that dispatches an action and one that returns the state.
    public typealias Body = (_ dispatch: @escaping DispatchFunction, _ getState: @escaping () -> State?) -> Void

    let name: String
    let body: Body

    /// Creates a thunk. In a recording, it is a flow with this name, by default that of the function that creates it.
    public init(_ name: String = #function, body: @escaping Body) {
        (self.name, self.body) = (name, body)
    }
}

/// Returns the middleware that runs every ``Thunk`` of this state and forwards all other actions.
public func createThunkMiddleware<State>() -> Middleware<State> {
    { dispatch, getState in
        { next in
            { action in
                if let thunk = action as? Thunk<State> {
                    Cause.thunk(thunk.name) { thunk.body(dispatch, getState) }
                } else {
                    next(action)
                }
            }
        }
    }
}
