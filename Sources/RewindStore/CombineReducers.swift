/// Returns a reducer that runs the given reducers in order, each with the state that the previous one returned.
public func combineReducers<State>(
    _ first: @escaping Reducer<State>,
    _ remainder: Reducer<State>...
) -> Reducer<State> {
    { action, state in
        remainder.reduce(first(action, state)) { state, reducer in reducer(action, state) }
    }
}
