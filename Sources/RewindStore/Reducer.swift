/// A pure function from an action and the previous state, nil at the start, to the next state.
public typealias Reducer<State> = (_ action: any Action, _ state: State?) -> State
