import RewindStore

/// Keeps what it is told, and may react to it.
final class Spy<Value>: StoreSubscriber {
    private(set) var seen: [Value] = []
    var react: (Value) -> Void = { _ in }

    func newState(state: Value) {
        seen.append(state)
        react(state)
    }
}

/// Lines that several parties of a test write in turn.
final class Journal {
    var lines: [String] = []
}
