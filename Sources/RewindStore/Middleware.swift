/// A function that sends an action toward the reducer.
public typealias DispatchFunction = (any Action) -> Void

/// A function that wraps every dispatch. It receives a function that dispatches to the outermost middleware, and one
/// that returns the state, nil until the first action is reduced. It transforms the next dispatch function into its
/// own.
public typealias Middleware<State> =
    (@escaping DispatchFunction, @escaping () -> State?) -> (@escaping DispatchFunction) -> DispatchFunction
