/// A marker protocol that ReSwift 4 and earlier required of states. Not needed.
@available(*, deprecated, message: "A state can be of any type: leave the conformance out.")
public protocol StateType {}

/// A pure function from an action and the previous state, nil at the start, to the next state.
public typealias Reducer<State> = (_ action: any Action, _ state: State?) -> State

/// Returns a reducer that runs the given reducers in order, each with the state that the previous one returned.
public func combineReducers<State>(
    _ first: @escaping Reducer<State>,
    _ remainder: Reducer<State>...
) -> Reducer<State> {
    { action, state in
        remainder.reduce(first(action, state)) { state, reducer in reducer(action, state) }
    }
}
