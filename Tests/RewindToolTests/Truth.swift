import RewindStore

/// Keeps the state after each action, worked out from the actions and the reducer alone: it asks neither the store nor
/// the recorder.
final class Truth<State> {
    private let reducer: Reducer<State>
    private let initial: State?
    private(set) var actions: [any Action] = []
    private(set) var states: [State] = []
    /// What the store said at the end of the dispatch that ended last.
    private(set) var stored: State?

    init(_ reducer: @escaping Reducer<State>, initial: State?) {
        self.reducer = reducer
        self.initial = initial
    }

    /// Sees the actions in the order in which the reducer does; to be put last.
    var middleware: Middleware<State> {
        { _, getState in
            { next in
                { action in
                    self.actions.append(action)
                    self.states.append(self.reducer(action, self.states.last ?? self.initial))
                    next(action)
                    self.stored = getState()
                }
            }
        }
    }
}
