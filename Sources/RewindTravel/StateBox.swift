/// A state in memory of its own. A large one takes up the stack of each function that has it as a value, and on a
/// secondary thread of an Apple system, there are 512 KB.
final class StateBox<State> {
    let state: State

    init(_ state: State) {
        self.state = state
    }
}

extension StateBox: Sendable where State: Sendable {}
