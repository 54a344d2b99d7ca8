/// A function that sends an action toward the reducer.
public typealias DispatchFunction = (any Action) -> Void
