/// A stream of states for a subscriber: those of the store, selected by `select` and filtered by `skipRepeats`,
/// `skip(when:)`, and `only(when:)`. Each operator returns a new subscription that continues the one it is called on.
///
/// A custom operator does the same: it returns ``init(sink:)``, and in its closure sets the ``observer`` of the
/// subscription that it continues. <doc:RewindStore> contains an example, and a rule for all operators: only one
/// subscription can continue another, the last one created.
public final class Subscription<State> {
    /// Receives the previous state, nil at the start of the subscription, and the current state. Set by the
    /// subscription that continues this one.
    public var observer: ((_ old: State?, _ new: State) -> Void)?

    /// Creates the start of a subscription, through which the store sends states.
    init() {}

    /// Creates a subscription that forwards each call of the closure passed to `sink`, with the previous state, nil at
    /// the start of the subscription, and the current state.
    public init(sink: (_ pass: @escaping (_ old: State?, _ new: State) -> Void) -> Void) {
        sink { old, new in self.send(old: old, new: new) }
    }

    /// Forwards a state to the observer.
    func send(old: State?, new: State) {
        observer?(old, new)
    }

    /// Returns a subscription to the value that `selector` returns for the state.
    public func select<Substate>(_ selector: @escaping (State) -> Substate) -> Subscription<Substate> {
        Subscription<Substate> { sink in
            observer = { old, new in sink(old.map(selector), selector(new)) }
        }
    }

    /// Returns a subscription to the part of the state at `keyPath`.
    public func select<Substate>(_ keyPath: KeyPath<State, Substate>) -> Subscription<Substate> {
        select { $0[keyPath: keyPath] }
    }

    /// Returns a subscription that skips a state if `isRepeat` returns true for the previous state and it.
    public func skipRepeats(
        _ isRepeat: @escaping (_ oldState: State, _ newState: State) -> Bool
    ) -> Subscription<State> {
        Subscription { sink in
            observer = { old, new in
                if let old, isRepeat(old, new) { return }
                sink(old, new)
            }
        }
    }

    /// Returns a subscription that skips a state if the condition is true for the previous state and it.
    public func skip(when condition: @escaping (_ oldState: State, _ newState: State) -> Bool) -> Subscription<State> {
        skipRepeats(condition)
    }

    /// Returns a subscription that skips a state unless the condition is true for the previous state and it. The first
    /// state has no previous one, and is never skipped.
    public func only(when condition: @escaping (_ oldState: State, _ newState: State) -> Bool) -> Subscription<State> {
        skipRepeats { old, new in !condition(old, new) }
    }
}

extension Subscription where State: Equatable {
    /// Returns a subscription that skips a state equal to the previous one.
    public func skipRepeats() -> Subscription<State> {
        skipRepeats(==)
    }
}
