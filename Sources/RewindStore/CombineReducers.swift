/// Returns a reducer that runs all the given ones in order, each on the state that the one before it returned.
public func combineReducers<State>(
    _ first: @escaping Reducer<State>,
    _ remainder: Reducer<State>...
) -> Reducer<State> {
    { action, state in
        remainder.reduce(first(action, state)) { state, reducer in reducer(action, state) }
    }
}
