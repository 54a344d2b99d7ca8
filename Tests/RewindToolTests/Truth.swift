import RewindStore

/// Keeps the state after each action, computed from the actions and the reducer alone, without the store or the
/// recorder.
final class Truth<State> {
    private let reducer: Reducer<State>
    private let initial: State?
    private let restored: (any Action) -> Int?
    /// The state to which the next action is applied.
    private var current: State?
    private(set) var actions: [any Action] = []
    private(set) var states: [State] = []
    /// The store's state at the end of the last dispatch.
    private(set) var stored: State?

    /// `restored` returns the seq of the state that an action restores; nil for any other action.
    init(_ reducer: @escaping Reducer<State>, initial: State?, restored: @escaping (any Action) -> Int? = { _ in nil })
    {
        self.reducer = reducer
        self.initial = initial
        self.restored = restored
        current = initial
    }

    /// Middleware that receives the actions in the order of the reducer; it must be the last one.
    var middleware: Middleware<State> {
        { _, getState in
            { next in
                { action in
                    if let seq = self.restored(action) {
                        self.current = seq == 0 ? self.initial : self.states[seq - 1]
                    } else {
                        let state = self.reducer(action, self.current)
                        self.current = state
                        self.actions.append(action)
                        self.states.append(state)
                    }
                    next(action)
                    self.stored = getState()
                }
            }
        }
    }
}
