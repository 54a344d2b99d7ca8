/// A pure function from an action and the state before it, nil at the very start, to the state after it.
public typealias Reducer<State> = (_ action: any Action, _ state: State?) -> State
