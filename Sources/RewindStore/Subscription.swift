/// What a subscriber gets to see: the store's state, narrowed by `select` and thinned out by `skipRepeats`,
/// `skip(when:)` and `only(when:)`. Each returns a new subscription that continues the one it is called on.
///
/// An operator of your own does the same: it returns ``init(sink:)``, and in there sets the ``observer`` of the
/// subscription that it continues. <doc:RewindStore> shows one, and
/// what is true of all of them: only one subscription continues another, the last one made.
public final class Subscription<State> {
    /// Receives the state before, nil when the subscription starts, and the state now. Set by the one who continues
    /// the subscription.
    public var observer: ((_ old: State?, _ new: State) -> Void)?

    /// Creates the beginning of a subscription, for the store to send states through.
    init() {}

    /// Creates a subscription that passes on what the closure given to `sink` is called with: the state before, nil
    /// when the subscription starts, and the state now.
    public init(sink: (_ pass: @escaping (_ old: State?, _ new: State) -> Void) -> Void) {
        sink { old, new in self.send(old: old, new: new) }
    }

    /// Passes a state on to the observer.
    func send(old: State?, new: State) {
        observer?(old, new)
    }

    /// Returns a subscription to what `selector` takes from the state.
    public func select<Substate>(_ selector: @escaping (State) -> Substate) -> Subscription<Substate> {
        Subscription<Substate> { sink in
            observer = { old, new in sink(old.map(selector), selector(new)) }
        }
    }

    /// Returns a subscription to the part of the state at `keyPath`.
    public func select<Substate>(_ keyPath: KeyPath<State, Substate>) -> Subscription<Substate> {
        select { $0[keyPath: keyPath] }
    }

    /// Returns a subscription that leaves out a state that `isRepeat` takes for a repeat of the one before it.
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

    /// Returns a subscription that leaves out a state when the condition holds between the one before and it.
    public func skip(when condition: @escaping (_ oldState: State, _ newState: State) -> Bool) -> Subscription<State> {
        skipRepeats(condition)
    }

    /// Returns a subscription that lets a state through only when the condition holds between the one before and it.
    /// The state at the start has none before it, and is let through.
    public func only(when condition: @escaping (_ oldState: State, _ newState: State) -> Bool) -> Subscription<State> {
        skipRepeats { old, new in !condition(old, new) }
    }
}

extension Subscription where State: Equatable {
    /// Returns a subscription that leaves out a state equal to the one before it.
    public func skipRepeats() -> Subscription<State> {
        skipRepeats(==)
    }
}
