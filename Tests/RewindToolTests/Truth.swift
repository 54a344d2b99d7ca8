import RewindStore

/// Keeps the state after each action, worked out from the actions and the reducer alone: it asks neither the store nor
/// the recorder.
final class Truth<State> {
    private let reducer: Reducer<State>
    private let initial: State?
    private let restored: (any Action) -> Int?
    /// The state that the next action is applied to.
    private var current: State?
    private(set) var actions: [any Action] = []
    private(set) var states: [State] = []
    /// What the store said at the end of the dispatch that ended last.
    private(set) var stored: State?

    /// `restored` tells of an action that it only brings the state after an earlier one back, and which.
    init(_ reducer: @escaping Reducer<State>, initial: State?, restored: @escaping (any Action) -> Int? = { _ in nil })
    {
        self.reducer = reducer
        self.initial = initial
        self.restored = restored
        current = initial
    }

    /// Sees the actions in the order in which the reducer does; to be put last.
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
