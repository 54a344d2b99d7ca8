import RewindStore

/// Keeps the states it receives, and may react to them.
final class Spy<Value>: StoreSubscriber {
    private(set) var seen: [Value] = []
    var react: (Value) -> Void = { _ in }

    func newState(state: Value) {
        seen.append(state)
        react(state)
    }
}

/// Lines that several objects of a test write in turn.
final class Journal {
    var lines: [String] = []
}
