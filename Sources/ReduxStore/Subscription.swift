/// What a subscriber gets to see: the store's state, narrowed by `select` and thinned out by `skipRepeats`,
/// `skip(when:)` and `only(when:)`. Each returns a new subscription that continues the one it is called on.
public struct Subscription<State> {
    /// Receives the state before, nil when the subscription starts, and the state now.
    typealias Sink = (_ old: State?, _ new: State) -> Void

    /// Connects the sink to the source of states.
    let connect: (_ sink: @escaping Sink) -> Void

    /// Creates a subscription that hands its sink to `connect`.
    init(connect: @escaping (_ sink: @escaping Sink) -> Void) {
        self.connect = connect
    }

    /// Returns a subscription to what `selector` takes from the state.
    public func select<Substate>(_ selector: @escaping (State) -> Substate) -> Subscription<Substate> {
        Subscription<Substate> { [connect] sink in
            connect { old, new in sink(old.map(selector), selector(new)) }
        }
    }

    /// Returns a subscription to the part of the state at `keyPath`.
    public func select<Substate>(_ keyPath: KeyPath<State, Substate>) -> Subscription<Substate> {
        select { $0[keyPath: keyPath] }
    }

    /// Returns a subscription that leaves out a state that `isRepeat` takes for a repeat of the one before it.
    public func skipRepeats(_ isRepeat: @escaping (_ oldState: State, _ newState: State) -> Bool) -> Subscription {
        Subscription { [connect] sink in
            connect { old, new in
                if let old, isRepeat(old, new) { return }
                sink(old, new)
            }
        }
    }

    /// Returns a subscription that leaves out a state when the condition holds between the one before and it.
    public func skip(when condition: @escaping (_ oldState: State, _ newState: State) -> Bool) -> Subscription {
        skipRepeats(condition)
    }

    /// Returns a subscription that lets a state through only when the condition holds between the one before and it.
    /// The state at the start has none before it, and is let through.
    public func only(when condition: @escaping (_ oldState: State, _ newState: State) -> Bool) -> Subscription {
        skipRepeats { old, new in !condition(old, new) }
    }
}

extension Subscription where State: Equatable {
    /// Returns a subscription that leaves out a state equal to the one before it.
    public func skipRepeats() -> Subscription {
        skipRepeats(==)
    }
}
