/// What carries an action towards the reducer.
public typealias DispatchFunction = (any Action) -> Void
