/// Code around every dispatch: given a function that starts over at the outermost middleware and one that reads the
/// state, which is nil until the first action was reduced, it turns the next dispatch function into its own.
public typealias Middleware<State> =
    (@escaping DispatchFunction, @escaping () -> State?) -> (@escaping DispatchFunction) -> DispatchFunction
