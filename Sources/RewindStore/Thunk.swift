/// An action that is code: ``createThunkMiddleware()`` runs its body, which dispatches in its turn, instead of passing
/// it on to the reducer.
public struct Thunk<State>: Action {
    /// What to run, given a function that dispatches and one that reads the state.
    public typealias Body = (_ dispatch: @escaping DispatchFunction, _ getState: @escaping () -> State?) -> Void

    let body: Body

    /// Creates a thunk.
    public init(body: @escaping Body) {
        self.body = body
    }
}
